import { count, counted } from '@domesday/files/counted';
import { datedNumbers } from './dated-numbers.query.ts';
import { severalEditions } from './editions-in-one-load.query.ts';
import { emptyColumns } from './empty-columns.query.ts';
import { grouped } from './grouped.ts';
import { lastRead } from './record.query.ts';
import type { StageResult } from './stage-result.ts';
import type { Check, DatasetModule, Staged } from './types.ts';

const FALL_WORTH_A_WARNING = 0.02;
const FALL_TOO_FAR = 0.1;
/** `none_kept` is checked from this many served rows on: a smaller edition may well keep none of them. */
const KEPT_JUDGED_FROM = 10;
const REJECTS_WORTH_A_WARNING = 0.01;
const REJECTS_TOO_MANY = 0.5;
/** By how much the share of refused rows may exceed that of the previous load. */
const REJECTS_RISEN_TOO_FAR = 0.25;
/** With fewer refused rows the check never fails: an operator can look at each of them. */
const REJECTS_JUDGED_FROM = 20;
/** The most files or reasons that one check names. */
const MOST_NAMED = 5;

/** Phase 3: checks the staged rows before they are served. Each check is ok, warns or fails. */
export async function checkStaged(
  dataset: DatasetModule,
  staged: Staged,
  result: StageResult,
  mapping: unknown,
): Promise<Check[]> {
  return [
    { name: 'layout', status: 'ok', detail: `Read as: ${result.layouts.join(', ')}.` },
    ...(result.rows === 0 ? unusable(result) : await refused(dataset, staged, result)),
    ...withheldChecks(result),
    ...repeated(result),
    ...leftOut(result),
    ...passedOver(result),
    ...(await rowCount(dataset, staged, result)),
    ...(await severalEditions(staged.client, dataset, staged.table, result.parts)),
    ...nulls(dataset, result),
    ...(await emptyColumns(dataset, staged, result, mapping)),
    ...(await datedNumbers(staged.client, dataset, staged.table)),
    ...(staged.rows > 0 ? ((await dataset.check?.(staged)) ?? []) : []),
  ];
}

function unusable({ rows_read, reject_reasons, skipped, withheld }: StageResult): Check[] {
  const [most] = reject_reasons;
  const why = most
    ? ` ${most.rows === rows_read ? 'All' : count(most.rows)} were refused: ${most.reason}`
    : '';
  const none = skipped.length > 0 ? 'The file holds no other rows.' : 'The file holds no rows.';
  const detail =
    rows_read === 0
      ? none
      : withheld === rows_read
        ? 'You withhold every row of the file.'
        : `None of ${counted(rows_read, 'row')} could be used.${why}`;
  return [{ name: 'rows', status: 'fail', detail }];
}

/**
 * Fails if half of the rows were refused, or many more than in the previous load: the publisher has changed its layout,
 * or the file is damaged. A load that only adds rows would otherwise leave a gap that nobody sees.
 */
async function refused(dataset: DatasetModule, staged: Staged, result: StageResult): Promise<Check[]> {
  const { rejects, rows_read, reject_reasons } = result;
  const share = rejects / rows_read;
  const detail = `${count(rejects)} of ${counted(rows_read, 'row')} ${rejects === 1 ? 'was' : 'were'} refused.`;
  if (rejects < REJECTS_JUDGED_FROM || share <= REJECTS_RISEN_TOO_FAR)
    return [{ name: 'rejects', status: share > REJECTS_WORTH_A_WARNING ? 'warn' : 'ok', detail }];
  const before = await lastRead.first(staged.client, { dataset: dataset.id });
  const before_share = before && before.rows_read > 0 ? before.rows_rejected / before.rows_read : null;
  const risen = before_share !== null && share - before_share > REJECTS_RISEN_TOO_FAR;
  if (!risen && share < REJECTS_TOO_MANY) return [{ name: 'rejects', status: 'warn', detail }];
  const usual = risen ? ` Of the rows of the load before, ${(before_share * 100).toFixed(1)} % were.` : '';
  const [most] = reject_reasons;
  const why = most ? ` ${count(most.rows)} were refused because: ${most.reason}` : '';
  return [{ name: 'rejects', status: 'fail', detail: `${detail}${usual}${why}` }];
}

function withheldChecks({ rows, withheld }: StageResult): Check[] {
  if (withheld === 0 || rows === 0) return [];
  const detail = `${counted(withheld, 'row')} ${withheld === 1 ? 'was' : 'were'} left out because you withhold ${withheld === 1 ? 'it' : 'them'}.`;
  return [{ name: 'withheld', status: 'ok', detail }];
}

function repeated({ repeated: rows }: StageResult): Check[] {
  if (rows === 0) return [];
  const detail = `${counted(rows, 'row')} ${rows === 1 ? 'stands' : 'stand'} in several of the files, or again below a second header, and ${rows === 1 ? 'counts' : 'count'} once.`;
  return [{ name: 'repeated', status: 'warn', detail }];
}

/** Warns of records with several rows that differ. Any of them may be right, so the operator has to look. */
export function differingRows(records: number): Check {
  const one = records === 1;
  const detail = `${counted(records, 'record')} ${one ? 'has' : 'have'} several rows that differ, and the last of ${one ? 'its' : 'their'} rows counts.`;
  return { name: 'differing_rows', status: 'warn', detail };
}

/**
 * Reports rows that the dataset does not keep. They are no errors, but an operator would miss them in the number of
 * rows.
 */
function leftOut({ rows, skipped }: StageResult): Check[] {
  if (skipped.length === 0) return [];
  const all = skipped.reduce((sum, one) => sum + one.rows, 0);
  const reasons = skipped.slice(0, MOST_NAMED).map((one) => `${one.reason} (${count(one.rows)})`);
  const detail = `${counted(all, 'row')} ${all === 1 ? 'was' : 'were'} left out: ${reasons.join(' ')}`;
  return [{ name: 'left_out', status: rows === 0 ? 'fail' : 'ok', detail }];
}

/**
 * Reports files that were not loaded. Warns if one of them is outside an archive: the operator may have meant to load
 * it.
 */
function passedOver({ passed_over }: StageResult): Check[] {
  if (passed_over.length === 0) return [];
  const by_reason = grouped(passed_over.slice(0, MOST_NAMED), ({ reason }) => reason);
  const named = [...by_reason].map(([reason, files]) =>
    // Some reasons already begin with the name of the file.
    reason.startsWith(files[0]!.name) ? reason : `${files.map(({ name }) => name).join(', ')}: ${reason}`,
  );
  const status = passed_over.every((one) => one.archived) ? 'ok' : 'warn';
  const { length } = passed_over;
  const detail = `${counted(length, 'file')} ${length === 1 ? 'was' : 'were'} not loaded. ${named.join(' ')}`;
  return [{ name: 'passed_over', status, detail }];
}

async function rowCount(
  dataset: DatasetModule,
  staged: Staged,
  { cut_short }: StageResult,
): Promise<Check[]> {
  const before = staged.rows > 0 ? await dataset.replacedRows?.(staged) : null;
  if (!before) return [];
  const fall = 1 - staged.rows / before;
  const why =
    fall > FALL_TOO_FAR
      ? ': more than a tenth of them would be gone'
      : fall > 0 && cut_short.length > 0
        ? ': the rows that the truncated file lacks would be gone'
        : null;
  const whole: Check = {
    name: 'row_count',
    status: why ? 'fail' : fall > FALL_WORTH_A_WARNING ? 'warn' : 'ok',
    detail: `${counted(staged.rows, 'row')}, ${count(before)} before${why ?? ''}.`,
  };
  const { keepsSome } = dataset;
  if (!keepsSome || staged.replace || before < KEPT_JUDGED_FROM || (await keepsSome.of(staged)))
    return [whole];
  const detail = `None of the ${count(before)} served rows that the load would replace is in it. ${keepsSome.otherwise}`;
  return [whole, { name: 'none_kept', status: 'fail', detail }];
}

/** Rows that delete others have only a key, so they are not counted. */
function nulls(dataset: DatasetModule, result: StageResult): Check[] {
  const removals = dataset.removalsLack ? (result.nulls[dataset.removalsLack] ?? 0) : 0;
  const rows = result.rows - removals;
  if (rows <= 0) return [];
  return Object.entries(dataset.nullRates ?? {})
    .filter(([column]) => column !== dataset.removalsLack)
    .map(([column, limit]) => {
      const share = ((result.nulls[column] ?? 0) - removals) / rows;
      return {
        name: `null_rate.${column}`,
        status: share > limit ? 'warn' : 'ok',
        detail: `${(share * 100).toFixed(2)} % of rows have no ${column}.`,
      };
    });
}
