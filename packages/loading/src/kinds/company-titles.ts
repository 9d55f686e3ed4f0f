import { command, readWorkingRow, writeWorking } from '@domesday/db';
import { cleanText } from '@domesday/files/values';
import { columnTable, type RowReader } from '../columns.ts';
import { servedRows } from '../publish-rows.query.ts';
import { markReplaced } from '../record.query.ts';
import { PART_COLUMN } from '../repeated.query.ts';
import { mergeTracked } from '../tracked-merge.query.ts';
import { type DatasetModule, type Head, type Layout, type Refusal, SKIP, type Staged } from '../types.ts';
import { dateOf, figureOf, postcodeOf, quoted } from '../values.ts';
import { checkOrderOfTitles, newestOfTitles } from './company-titles-order.query.ts';

/** HM Land Registry's pattern, with leading zeros. A letter may end the number only if none begins it. */
const TITLE_NUMBER = /^(?:[A-Z]{0,3}\d{1,6}|\d{1,6}[ZT])$/;
const PROPRIETORS = [1, 2, 3, 4] as const;
type Proprietor = `${'name' | 'number' | 'category' | 'country'}_${(typeof PROPRIETORS)[number]}`;

/**
 * Titles that companies own: CCOD for companies formed in the United Kingdom, OCOD for those formed abroad (HM Land
 * Registry, technical specifications of both). Up to four proprietors in columns numbered 1 to 4, OCOD with `Country
 * Incorporated (n)`, and `Additional Proprietor Indicator` Y if there are more; a last line `Row Count: N`; change-only
 * files with `Change Indicator` A or D and `Change Date`, where a changed title is deleted and added in one file.
 * Addresses of proprietors are not stored.
 */
const table = columnTable<{ changes: boolean }>()({
  title_number: {
    type: 'text not null',
    from: ['Title Number'],
    read: (text, row) => {
      const title = cleanText(text)?.toUpperCase() ?? '';
      if (!TITLE_NUMBER.test(title)) return row.refuse(`${quoted(title)} is not a title number.`);
      return title;
    },
  },
  tenure: {
    type: 'text',
    from: ['Tenure'],
    read: (text) => {
      const tenure = cleanText(text);
      return tenure === 'Freehold' || tenure === 'Leasehold' ? tenure : null;
    },
  },
  address: { type: 'text', from: ['Property Address'] },
  postcode: { type: 'text', from: ['Postcode'], optional: true, read: postcodeOf },
  district: { type: 'text', from: ['District'], optional: true },
  country: {
    type: 'text',
    from: ['Region'],
    // A region is either Wales or a region of England. Some rows name none.
    read: (text) => {
      const region = cleanText(text);
      return region && (/^wales$/i.test(region) ? 'Wales' : 'England');
    },
  },
  multiple_addresses: {
    type: 'boolean not null',
    from: ['Multiple Address Indicator'],
    optional: true,
    read: (text) => cleanText(text) === 'Y',
  },
  price_paid: { type: 'bigint', from: ['Price Paid'], optional: true, read: figureOf },
  proprietors: { type: 'jsonb not null', read: (_, row) => proprietorsOf(row) },
  more_proprietors: {
    type: 'boolean',
    from: ['Additional Proprietor Indicator'],
    optional: true,
    read: (text) => ({ Y: true, N: false })[cleanText(text)?.toUpperCase() ?? ''] ?? null,
  },
  added: { type: 'date', from: ['Date Proprietor Added'], optional: true, read: dateOf },
  removed: {
    type: 'boolean not null',
    staging_only: true,
    from: ['Change Indicator'],
    optional: true,
    read: (text) => cleanText(text) === 'D',
  },
  changed_on: {
    type: 'date',
    staging_only: true,
    from: ['Change Date'],
    optional: true,
    read: dateOf,
  },
  /** Whether the row is from a whole file, which holds every title of the dataset. */
  of_whole: { type: 'boolean not null', staging_only: true, read: (_, row) => !row.file.changes },
  ...PART_COLUMN,
  name_1: { from: ['Proprietor Name (1)'] },
  ...optional('name', 'Proprietor Name', [2, 3, 4]),
  ...optional('number', 'Company Registration No.', PROPRIETORS),
  ...optional('category', 'Proprietorship Category', PROPRIETORS),
  ...optional('country', 'Country Incorporated', PROPRIETORS),
});

/** The numbered columns of one attribute of proprietors. */
function optional<What extends string, N extends number>(what: What, called: string, numbers: readonly N[]) {
  const columns = numbers.map((n) => [`${what}_${n}`, { from: [`${called} (${n})`], optional: true }]);
  return Object.fromEntries(columns) as Record<`${What}_${N}`, { from: string[]; optional: true }>;
}

function proprietorsOf(
  row: Pick<RowReader<Proprietor | 'removed', { changes: boolean }, undefined>, 'text' | 'refuse'>,
) {
  const proprietors = PROPRIETORS.flatMap((n) => {
    const name = row.text(`name_${n}`);
    if (name === null) return [];
    return [
      {
        name,
        company_number: row.text(`number_${n}`),
        category: row.text(`category_${n}`) ?? 'not stated',
        country_incorporated: row.text(`country_${n}`),
      },
    ];
  });
  if (proprietors.length === 0 && row.text('removed') !== 'D')
    return row.refuse('The title names no proprietor.');
  return JSON.stringify(proprietors);
}

/** The loader of one of the two datasets. */
export function companyTitles(id: 'ccod' | 'ocod'): DatasetModule {
  return {
    id,
    fallbackEncoding: 'windows-1252',
    snapshot: false,
    wholeFile: { key: ['title_number'], rows: 'of_whole' },
    staging: table.staging,
    recognise: (head) => recognise(id, head),
    replacedRows: async (staged) =>
      (await replacesAll(staged)) ? servedRows(staged, 'company_titles', `dataset = '${id}'`) : null,
    newestRecord: newestOfTitles,
    check: (staged) => checkOrderOfTitles(id, staged),
    publish: (staged) => publish(id, staged),
  };
}

function recognise(id: 'ccod' | 'ocod', head: Head): Layout | Refusal {
  const found = table.find(id.toUpperCase(), head);
  if ('refused' in found) return found;
  const overseas = found.at.country_1 !== -1;
  if (overseas !== (id === 'ocod')) {
    return {
      refused: overseas
        ? 'it has Country Incorporated (1), so it is OCOD: load it as ocod.'
        : 'it misses the column Country Incorporated (1), so it is CCOD: load it as ccod.',
      missing: overseas ? [] : ['Country Incorporated (1)'],
    };
  }
  const changes = found.at.removed !== -1;
  const name = `${id.toUpperCase()}, ${changes ? 'changes' : 'whole'}`;
  const layout = table.layout({ name, ...found, file: { changes }, fits: oneColumn });
  const map: Layout['map'] = (fields, row) =>
    /^Row Count/i.test(fields[0] ?? '') ? SKIP : layout.map(fields, row);
  return { ...layout, map };
}

function oneColumn(fields: string[]): string | null {
  return fields.length === 1 ? 'The row has one column only.' : null;
}

/**
 * Whether the load replaces all titles of the dataset. It does if it holds a whole file: a title that this lacks is no
 * longer owned by a company.
 */
async function replacesAll({ client, table, replace }: Staged): Promise<boolean> {
  if (replace) return true;
  const found = `select exists (select from ${table} where of_whole) as whole`;
  return (await readWorkingRow(client, { whole: 'bool' }, found)).whole;
}

/**
 * Publishes titles. A whole file replaces its dataset. Files of changes add and delete by title number, and the latest
 * change of a title counts.
 */
async function publish(id: 'ccod' | 'ocod', staged: Staged): Promise<number> {
  const { client, load_id } = staged;
  const all = await replacesAll(staged);
  // So that loading the previous whole file again is not skipped as unchanged.
  if (all) await markReplaced.run(client, { id: load_id });
  await writeWorking(
    client,
    `delete from ${staged.table} s
      where exists (select from ${staged.table} l
                     where l.title_number = s.title_number and l.changed_on > coalesce(s.changed_on, '-infinity'))`,
  );
  // The specification states no order of the two rows of a changed title.
  await writeWorking(
    client,
    `delete from ${staged.table} s
      where s.removed
        and exists (select from ${staged.table} a where a.title_number = s.title_number and not a.removed)`,
  );
  await command(client, `alter table ${staged.table} add column dataset text not null default '${id}'`);
  return mergeTracked(client, {
    table: 'company_titles',
    key: ['dataset', 'title_number'],
    columns: ['dataset', ...table.served, 'load_id'],
    select: (source) =>
      `select '${id}', ${table.served.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s where not s.removed`,
    staging: staged.table,
    rows: staged.rows,
    remove: all ? `t.dataset = '${id}'` : undefined,
    changes: staged.changes,
  });
}
