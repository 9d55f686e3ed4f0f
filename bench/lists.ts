import { writeFile } from 'node:fs/promises';
import { match, search } from '@domesday/address-search';
import type { MatchResult } from '@domesday/addresses';
import { featuresOf, parentFeaturesOf, seeded } from '@domesday/addresses/fit';
import type { Queryable } from '@domesday/db';
import { sharedData } from '@domesday/testing/shared-data';
import { argumentsOf } from './lib/arguments.ts';
import { DAMAGE, type Damaged, FLATS } from './lib/damage.ts';
import { buildingsOf, groupBy, leaveOut, loadLists, neighbours, sample, twins } from './lib/left-out.ts';
import { type ListedHome, realLists } from './lib/real-lists.ts';
import { report } from './lib/report.ts';
import { type Scratch, scratchDatabase } from './lib/servers.ts';

export interface Judgement {
  list: string;
  kind: string;
  truth: number | null;
  /** The building of the meant home, if only that is listed. */
  parent: number | null;
  text: string;
  postcode: string | null;
  result: MatchResult<{ uprn: number; address: string }>;
}

/**
 * The match and the search on published lists: each list is loaded without one home in twelve, and each home is looked
 * up with its own text and in fifteen damaged forms. `npm run bench -- lists [--most 150] [--set test]`.
 */
export async function run(args: string[]): Promise<void> {
  const defaults = { most: 150, set: 'test', show: null, rows: null, search: false };
  const values = argumentsOf('lists', args, defaults);
  const folder = sharedData();
  if (!folder) return console.log('skipped: the folder of published lists is not beside the checkout');
  const homes = realLists(folder);
  const leftOut = leaveOut(homes);
  const scratch = await scratchDatabase();
  try {
    await loadLists(scratch, loaded(homes, leftOut));
    const wanted = { homes, leftOut, most: values.most, set: values.set };
    const judged = [
      ...(await judgeListed(scratch.db, wanted)),
      ...(await judgeLeftOut(scratch.db, wanted)),
      ...(await judgeFlats(scratch.db, wanted)),
    ];
    if (values.rows) await writeFile(values.rows, JSON.stringify(rowsOf(judged)));
    if (values.show) show(judged, values.show);
    const table = [...byKind(judged), ...byList(judged)];
    console.table(table);
    if (values.set === 'test') await keep(table, homes, values.most);
    if (values.search) {
      const { most } = values;
      await keepSearches(await searches(scratch, homes, leftOut, most, values.show), most);
    }
  } finally {
    await scratch.close();
  }
}

/** The lists without the left-out homes, plus the buildings of some of the left-out flats. */
export function loaded(homes: readonly ListedHome[], leftOut: ReadonlySet<number>): ListedHome[] {
  const listed = homes.filter(({ uprn }) => !leftOut.has(uprn));
  return [...listed, ...new Set(buildingsOf(homes, leftOut).values())];
}

/** Which homes are looked up: those on the streets of a set, at most `most` of each list. */
export interface Wanted {
  homes: readonly ListedHome[];
  leftOut: ReadonlySet<number>;
  most: number;
  set: string;
}

async function ask(db: Queryable, home: ListedHome, kind: string, damaged: Damaged): Promise<Judgement> {
  const { address, postcode } = damaged;
  const result = await match(db, { address, postcode });
  const truth = damaged.listed ? home.uprn : null;
  return { list: home.list, kind, truth, parent: damaged.parent ?? null, text: address, postcode, result };
}

/** Listed homes in every damaged form. */
export async function judgeListed(
  db: Queryable,
  { homes, leftOut, most, set }: Wanted,
): Promise<Judgement[]> {
  const near = neighbours(homes);
  const judged: Judgement[] = [];
  const random = seeded(31);
  const twice = twins(homes);
  const listed = homes.filter(({ uprn }) => !leftOut.has(uprn) && !twice.has(uprn));
  for (const home of sample(listed, most, set)) {
    for (const [kind, change] of Object.entries(DAMAGE)) {
      const damaged = change(home, random, near);
      if (damaged) judged.push(await ask(db, home, kind, damaged));
    }
  }
  return judged;
}

/** Homes that the list lacks, each with its own text. */
export async function judgeLeftOut(
  db: Queryable,
  { homes, leftOut, most, set }: Wanted,
): Promise<Judgement[]> {
  const judged: Judgement[] = [];
  const buildings = buildingsOf(homes, leftOut);
  const unlisted = homes.filter(({ uprn }) => leftOut.has(uprn));
  for (const home of sample(unlisted, most * 2, set)) {
    const kind = /^(FLAT |APARTMENT |UNIT )?[0-9]/i.test(home.text)
      ? 'left out, numbered'
      : 'left out, named';
    const parent = buildings.get(home.uprn)?.uprn;
    judged.push(
      await ask(db, home, kind, { address: home.text, postcode: home.postcode, listed: false, parent }),
    );
  }
  return judged;
}

/** Flats that the list lacks, of listed homes. */
export async function judgeFlats(db: Queryable, { homes, leftOut, most, set }: Wanted): Promise<Judgement[]> {
  const near = neighbours(homes);
  const judged: Judgement[] = [];
  const random = seeded(67);
  const twice = twins(homes);
  const listed = homes.filter(({ uprn }) => !leftOut.has(uprn) && !twice.has(uprn));
  for (const home of sample(listed, Math.ceil(most / 2), set)) {
    for (const [kind, change] of Object.entries(FLATS)) {
      const damaged = change(home, random, near);
      if (damaged) judged.push(await ask(db, home, kind, damaged));
    }
  }
  return judged;
}

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Number((part / whole).toFixed(4)));

/** Whether the answer names the home, or, for `parent_only`, its building. */
function isRight({ result, truth, parent }: Judgement): boolean {
  const meant = result.status === 'parent_only' ? parent : truth;
  return result.best !== null && result.best.candidate.uprn === meant;
}

/** Mean gap between confidence and share of right answers, over ten bins. */
function calibrationError(rows: readonly Judgement[]): number {
  const answered = rows.filter(({ result }) => result.best);
  const bins = Array.from({ length: 10 }, () => ({ confidence: 0, right: 0 }));
  for (const row of answered) {
    const { confidence } = row.result.best!;
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]!;
    bin.confidence += confidence;
    bin.right += isRight(row) ? 1 : 0;
  }
  const gap = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  return rate(gap, answered.length);
}

function figures(rows: readonly Judgement[]): Record<string, number> {
  const listed = rows.filter(({ truth }) => truth !== null);
  const unlisted = rows.filter(({ truth }) => truth === null);
  const matched = rows.filter(({ result }) => result.status === 'matched');
  const right = matched.filter(isRight);
  const first = listed.filter(({ result, truth }) => result.best?.candidate.uprn === truth);
  const parents = rows.filter(({ result }) => result.status === 'parent_only');
  return {
    rows: rows.length,
    'top-1': rate(first.length, listed.length),
    precision: rate(right.length, matched.length),
    recall: rate(right.length, listed.length),
    unlisted: unlisted.length,
    'false accepts': rate(
      unlisted.filter(({ result }) => result.status === 'matched').length,
      unlisted.length,
    ),
    ECE: calibrationError(rows.filter(({ result }) => result.status !== 'parent_only')),
    parent_only: parents.length,
    'right parents': rate(parents.filter(isRight).length, parents.length),
    'ECE of parents': calibrationError(parents),
  };
}

export function byKind(judged: readonly Judgement[]): Record<string, string | number>[] {
  return [...groupBy(judged, ({ kind }) => kind), ['all', judged] as const].map(([kind, rows]) => ({
    rows_of: kind,
    ...figures(rows),
  }));
}

export function byList(judged: readonly Judgement[]): Record<string, string | number>[] {
  return [...groupBy(judged, ({ list }) => list)].map(([list, rows]) => ({
    rows_of: `list: ${list}`,
    ...figures(rows),
  }));
}

/** Features of each row, to fit the confidence. */
export function rowsOf(
  judged: readonly Judgement[],
): Record<'homes' | 'parents', { x: number[]; y: number }[]> {
  return {
    homes: judged.flatMap(({ result, truth }) => featuresOf(result, truth) ?? []),
    parents: judged.flatMap(({ result, parent }) => parentFeaturesOf(result, parent) ?? []),
  };
}

/** Wrong rows of one kind, to read. */
function show(judged: readonly Judgement[], which: string): void {
  const [kind, what] = which.split('/');
  for (const { list, kind: k, truth, text, postcode, result } of judged) {
    if (kind !== 'all' && k !== kind) continue;
    const { best, status } = result;
    const hit = best?.candidate.uprn === truth;
    const wrong = status === 'matched' && !hit;
    const missed = truth !== null && !(status === 'matched' && hit);
    if (what === 'missed' ? !missed : !wrong) continue;
    console.log(
      `${k} | ${list} | ${text} | ${postcode} -> ${status} ${hit ? 'RIGHT' : ''} ${best?.candidate.address ?? '-'} ${best?.confidence ?? ''} ${best?.reasons.join(' ') ?? ''} | next ${result.alternatives[0]?.candidate.address ?? '-'}`,
    );
  }
}

/** One search in this many is also run with trigrams, which take a hundred times as long. */
const TRIGRAM_EVERY = 40;

async function searches(
  { db }: Scratch,
  homes: readonly ListedHome[],
  leftOut: ReadonlySet<number>,
  most: number,
  shown: string | undefined,
): Promise<Record<string, string | number>[]> {
  const near = neighbours(homes);
  const random = seeded(53);
  const twice = twins(homes);
  const listed = homes.filter(({ uprn }) => !leftOut.has(uprn) && !twice.has(uprn));
  const wanted = sample(listed, most, 'test');
  const table: Record<string, string | number>[] = [];
  for (const [kind, change] of Object.entries(DAMAGE)) {
    const found = { n: 0, first: 0, ten: 0, trigram: 0, trigram_first: 0, trigram_ten: 0 };
    for (const home of wanted) {
      const damaged = change(home, random, near);
      if (!damaged?.listed) continue;
      const q =
        damaged.postcode && kind !== 'first 60 %'
          ? `${damaged.address}, ${damaged.postcode}`
          : damaged.address;
      const hits = await search(db, { q: q.slice(0, 200), limit: 10 });
      const at = hits.findIndex(({ uprn }) => uprn === home.uprn);
      found.n += 1;
      // Few texts, evenly over the lists: each is compared with every listed address.
      if (found.n % TRIGRAM_EVERY === 1) {
        found.trigram += 1;
        const { rows } = await db.query<{ uprn: number }>(
          'select uprn from addresses order by similarity(address, $1) desc limit 10',
          [q],
        );
        const alike = rows.findIndex(({ uprn }) => uprn === home.uprn);
        if (alike === 0) found.trigram_first += 1;
        if (alike !== -1) found.trigram_ten += 1;
      }
      if (shown === 'search' && at === -1)
        console.log(`${kind} | ${q} | ${home.postcode} -> ${hits[0]?.address}`);
      if (at === 0) found.first += 1;
      if (at !== -1) found.ten += 1;
    }
    table.push({
      kind,
      rows: found.n,
      'hit@1': rate(found.first, found.n),
      'hit@10': rate(found.ten, found.n),
      'trigram hit@1': rate(found.trigram_first, found.trigram),
      'trigram hit@10': rate(found.trigram_ten, found.trigram),
    });
  }
  return table;
}

async function keep(
  table: Record<string, string | number>[],
  homes: readonly ListedHome[],
  most: number,
): Promise<void> {
  await report(
    'lists',
    'The match held against published lists',
    table,
    [
      `${homes.length} rows of ${new Set(homes.map(({ list }) => list)).size} lists, loaded but for one in twelve; up to ${most} homes of each list asked for in every form.`,
      'Only streets that were kept from the fit of the confidence (one in three) are asked for here.',
      'The matching rules were written with rows of the other streets in view, and last changed before these were asked for.',
      'precision and recall at status `matched`; false accepts: the share of texts that mean no listed home and were matched all the same.',
      `Homes that the lists hold twice (${twins(homes).size} rows) are not asked for: the same name, or number and street, word for word in one postcode, without the words FLAT and THE.`,
      'flat of it: a flat that the list lacks, of a listed home. At `parent_only` the answer is right if it is that home; ECE leaves these answers out, and ECE of parents is theirs.',
      'ECE of a kind that holds only texts of unlisted homes is the mean confidence of what was answered, since none of it can be right.',
    ],
    `lists --most ${most}`,
  );
}

async function keepSearches(table: Record<string, string | number>[], most: number): Promise<void> {
  await report(
    'lists-search',
    'Search over published lists',
    table,
    [
      `Ten results asked for; trigram: the ten most similar addresses of the whole list, for one text in ${TRIGRAM_EVERY}.`,
    ],
    `lists --most ${most} --search`,
  );
}
