import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { anyDate, cleanText, numberOf } from '@domesday/files/values';
import { mergeRows } from '@domesday/loading/merge.query';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
  type Staged,
} from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';

/**
 * Titles that companies own: CCOD of those formed in the United Kingdom, OCOD of those formed abroad (HM Land
 * Registry). Up to four proprietors in columns numbered 1 to 4, OCOD with `Country Incorporated (n)`; a last
 * line `Row Count: N`; change-only files with `Change Indicator` A or D. Addresses of proprietors are not kept.
 */
const NEEDED = ['Title Number', 'Tenure', 'Property Address', 'Proprietor Name (1)'];

function titles(id: 'ccod' | 'ocod'): DatasetModule {
  return {
    id,
    fallbackEncoding: 'windows-1252',
    snapshot: false,
    staging: [
      { name: 'title_number', type: 'text not null' },
      { name: 'tenure', type: 'text' },
      { name: 'address', type: 'text' },
      { name: 'postcode', type: 'text' },
      { name: 'district', type: 'text' },
      { name: 'country', type: 'text not null' },
      { name: 'multiple_addresses', type: 'boolean not null' },
      { name: 'price_paid', type: 'bigint' },
      { name: 'proprietors', type: 'jsonb not null' },
      { name: 'added', type: 'date' },
      { name: 'removed', type: 'boolean not null' },
    ],
    recognise: (head) => recognise(id, head),
    replacedRows: async ({ client, replace }) => {
      if (!replace) return null;
      const { rows } = await client.query('select count(*) as n from company_titles where dataset = $1', [
        id,
      ]);
      return rows[0].n;
    },
    newestRecord: ({ client, table }) => newestDate(client, table, 'added'),
    publish: (staged) => publish(id, staged),
  };
}

export const ccod = titles('ccod');
export const ocod = titles('ocod');

function recognise(id: 'ccod' | 'ocod', head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  const columns = columnsOf(first?.fields ?? []);
  const missing = NEEDED.filter((name) => positionOf(columns, [name]) === -1);
  const overseas = positionOf(columns, ['Country Incorporated (1)']) !== -1;
  if (!first || missing.length > 0)
    return missingColumns(id.toUpperCase(), missing.length > 0 ? missing : NEEDED);
  if (overseas !== (id === 'ocod')) {
    return {
      refused: overseas
        ? 'it has Country Incorporated (1), so it is OCOD: load it as ocod.'
        : 'it misses the column Country Incorporated (1), so it is CCOD: load it as ccod.',
      missing: overseas ? [] : ['Country Incorporated (1)'],
    };
  }
  const at = (name: string) => positionOf(columns, [name]);
  const places = {
    title: at('Title Number'),
    tenure: at('Tenure'),
    address: at('Property Address'),
    district: at('District'),
    region: at('Region'),
    postcode: at('Postcode'),
    multiple: at('Multiple Address Indicator'),
    price: at('Price Paid'),
    added: at('Date Proprietor Added'),
    change: at('Change Indicator'),
    proprietors: [1, 2, 3, 4].map((n) => ({
      name: at(`Proprietor Name (${n})`),
      number: at(`Company Registration No. (${n})`),
      category: at(`Proprietorship Category (${n})`),
      country: at(`Country Incorporated (${n})`),
    })),
  };

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const text = (position: number) => (position === -1 ? null : cleanText(fields[position]));
    if (fields.length === 1 || /^Row Count/i.test(fields[0] ?? '')) {
      return /^Row Count/i.test(fields[0] ?? '') ? SKIP : 'The row has one column only.';
    }
    const title = text(places.title)?.toUpperCase() ?? '';
    if (!/^[A-Z]{0,3}\d{1,6}$/.test(title)) return `"${title.slice(0, 20)}" is not a title number.`;
    const tenure = text(places.tenure);
    const proprietors = places.proprietors.flatMap((p) => {
      const name = text(p.name);
      if (name === null) return [];
      return [
        {
          name,
          company_number: text(p.number),
          category: text(p.category) ?? 'not stated',
          country_incorporated: text(p.country),
        },
      ];
    });
    const change = text(places.change);
    if (proprietors.length === 0 && change !== 'D') return 'The title names no proprietor.';
    row[0] = title;
    row[1] = tenure === 'Freehold' || tenure === 'Leasehold' ? tenure : null;
    row[2] = text(places.address);
    row[3] = postcodeOf(text(places.postcode) ?? undefined);
    row[4] = text(places.district);
    row[5] = /^wales$/i.test(text(places.region) ?? '') ? 'Wales' : 'England';
    row[6] = text(places.multiple) === 'Y';
    row[7] = numberOf(text(places.price) ?? undefined);
    row[8] = JSON.stringify(proprietors);
    row[9] = anyDate(text(places.added) ?? undefined);
    row[10] = change === 'D';
    return null;
  }
  return { name: id.toUpperCase(), dataOffset: first.end, firstLine: first.nextLine, map };
}

const COLUMNS = [
  'title_number',
  'tenure',
  'address',
  'postcode',
  'district',
  'country',
  'multiple_addresses',
  'price_paid',
  'proprietors',
  'added',
];

/** A full file replaces all of its dataset; a change file adds and takes away by title number. */
async function publish(id: 'ccod' | 'ocod', staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  await client.query(`alter table ${table} add column dataset text not null default '${id}'`);
  return mergeRows(client, {
    table: 'company_titles',
    key: ['dataset', 'title_number'],
    columns: ['dataset', ...COLUMNS, 'load_id'],
    select: (source) =>
      `select '${id}', ${COLUMNS.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s where not s.removed`,
    staging: table,
    rows: staged.rows,
    remove: staged.replace ? `t.dataset = '${id}'` : undefined,
  });
}
