import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { normalisePostcode, tokenise } from '@domesday/addresses';

/** A home or premises of a published list, with a made-up UPRN: no list has one for all rows. */
export interface ListedHome {
  list: string;
  uprn: number;
  /** Parts joined with commas, as in the list, without the postcode. */
  text: string;
  postcode: string;
  /** Streets (and their homes) held out for testing, one in three. */
  test_only: boolean;
}

const FIRST_UPRN = 990_000_000_000;

/** Every row of every list that is present; one UPRN for each text within a postcode. */
export function realLists(folder: string): ListedHome[] {
  const homes: ListedHome[] = [];
  const seen = new Set<string>();
  for (const { list, file, read } of LISTS) {
    const path = join(folder, file);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\ufeff/, '');
    for (const row of read(text)) {
      const postcode = normalisePostcode(row.postcode);
      const address = row.parts
        .map((part) => part.replace(/\s+/g, ' ').trim())
        .filter((part) => part !== '')
        .join(', ');
      if (postcode === null || address.length < 5) continue;
      const key = `${postcode}|${tokenise(address, postcode).words.join(' ')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const uprn = FIRST_UPRN + homes.length;
      homes.push({ list, uprn, text: address, postcode, test_only: testOnly(postcode) });
    }
  }
  return homes;
}

/** Split by postcode without its last letter, so that a whole street is on one side. */
function testOnly(postcode: string): boolean {
  return createHash('sha256').update(postcode.slice(0, -1)).digest()[0]! % 3 === 0;
}

interface Row {
  parts: string[];
  postcode: string;
}
type Reader = (text: string) => Iterable<Row>;

/** Records of a small CSV or TSV file whose fields may be quoted. */
function* records(text: string, delimiter = ','): Generator<string[]> {
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') {
        field += '"';
        i += 1;
      } else quoted = false;
    } else if (c === '"' && delimiter === ',') quoted = true;
    else if (c === delimiter) {
      fields.push(field);
      field = '';
    } else if (c === '\n' || c === '\r') {
      if (field !== '' || fields.length > 0) yield [...fields, field];
      fields = [];
      field = '';
    } else field += c;
  }
  if (field !== '' || fields.length > 0) yield [...fields, field];
}

/** Reads by column names; the parts are joined in order, number and street as one. */
function named(postcode: string, parts: (string | [string, string])[], delimiter = ','): Reader {
  return function* (text) {
    const rows = records(text, delimiter);
    const header = (rows.next().value ?? []) as string[];
    const at = (name: string): number => header.indexOf(name);
    for (const fields of rows) {
      const value = (name: string): string => fields[at(name)] ?? '';
      yield {
        postcode: value(postcode),
        parts: parts.map((part) =>
          typeof part === 'string' ? value(part) : `${value(part[0])} ${value(part[1])}`,
        ),
      };
    }
  };
}

function placed(postcode: number, parts: (number | [number, number])[]): Reader {
  return function* (text) {
    for (const fields of records(text)) {
      const value = (i: number): string => fields[i] ?? '';
      yield {
        postcode: value(postcode),
        parts: parts.map((part) =>
          typeof part === 'number' ? value(part) : joined(value(part[0]), value(part[1])),
        ),
      };
    }
  };
}

/** A name is followed by a comma, a number directly by its street. */
const joined = (first: string, second: string): string =>
  /^[0-9]/.test(first) && !/[A-Z]{2}/.test(first) ? `${first} ${second}` : `${first}, ${second}`;

function standIn(text: string): Iterable<Row> {
  return [...records(text)].slice(1).map((fields) => ({
    postcode: fields[2] ?? '',
    parts: [(fields[1] ?? '').replace(/, [A-Z0-9]+ [A-Z0-9]+$/, '')],
  }));
}

function oxford(text: string): Iterable<Row> {
  return [...records(text)].slice(1).map((fields) => {
    const found = /^(.*) ([A-Z]{1,2}[0-9]{1,2} [0-9][A-Z]{2})$/.exec((fields[1] ?? '').trim());
    return { postcode: found?.[2] ?? '', parts: [found?.[1] ?? ''] };
  });
}

const GDS = 'address-cases/gds/bulk-samples-unlabelled';
const LISTS: { list: string; file: string; read: Reader }[] = [
  { list: 'sales of a market town', file: 'standin/addresses-LE16.csv.gz', read: standIn },
  { list: 'flats of an estate', file: 'standin/addresses-barbican.csv.gz', read: standIn },
  {
    list: 'sales of the country',
    file: 'price-paid/pp-complete-head-10298.csv.gz',
    read: placed(3, [8, [7, 9], 10, 11, 13]),
  },
  {
    list: 'sales of a city',
    file: 'price-paid/search-tool-greater-manchester-2019.csv.gz',
    read: placed(3, [7, [8, 9], 10, 11]),
  },
  {
    list: 'schools of Scotland',
    file: 'schools/scotland_school_roll_2023.csv.gz',
    read: named('PostCode', ['SchoolName', 'AddressLine1', 'AddressLine2', 'AddressLine3']),
  },
  {
    list: 'schools of Wales',
    file: 'schools/wales_address_list_plus_third_party_columns.csv.gz',
    read: named('Postcode', ['School Name', 'Address 1', 'Address 2', 'Address 3', 'Address 4']),
  },
  { list: 'surgeries', file: 'ods/epraccur.csv.gz', read: placed(9, [1, 4, 5, 6, 7]) },
  { list: 'licences of one council', file: 'hmo/oxford_hmo-simplified-register.csv', read: oxford },
  {
    list: 'licences of another',
    file: 'hmo/sheffield_hmo_licences_2024-09-09.csv',
    read: named('Postcode', ['Address 1', ['Address 2', 'Address 3']]),
  },
  {
    list: 'food premises',
    file: `${GDS}/food-hygiene.tsv`,
    read: named('postcode', ['name', 'text'], '\t'),
  },
  {
    list: 'companies',
    file: `${GDS}/companies-house.tsv`,
    read: named('postcode', ['text'], '\t'),
  },
  { list: 'charities', file: `${GDS}/charity-commission.tsv`, read: named('postcode', ['text'], '\t') },
  { list: 'schools of England', file: `${GDS}/edubase.tsv`, read: named('postcode', ['name', 'text'], '\t') },
];
