import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { anyDate, cleanText, numberOf } from '@domesday/files/values';
import { newestDate } from '@domesday/loading/staging.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { postcodeOf, uprnOf } from '@domesday/loading/values';
import { FIELDS, type LettingField, type LettingsMapping, readMapping } from './mapping.ts';
import { publishLettings } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Lettings that the operator has agreed or has on the books: any CSV, its columns named by a mapping file, or
 * by their own names where there is none. Whole homes have bedrooms, rooms a room type. A row without `let_on`
 * is still to let. A reference that comes again replaces the row before.
 */
const NEEDED: LettingField[] = ['address', 'postcode', 'rent'];
const HIGHEST_PCM = 100_000;

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  takesMapping: true,
  readMapping,
  maxFieldChars: 4000,
  staging: [
    { name: 'reference', type: 'text not null' },
    { name: 'uprn', type: 'bigint' },
    { name: 'address', type: 'text not null' },
    { name: 'postcode', type: 'text not null' },
    { name: 'property_type', type: 'text' },
    { name: 'bedrooms', type: 'smallint' },
    { name: 'room_type', type: 'text' },
    { name: 'furnished', type: 'text' },
    { name: 'rent_pcm', type: 'double precision not null' },
    { name: 'bills_included', type: 'boolean' },
    { name: 'advertised_on', type: 'date' },
    { name: 'let_on', type: 'date' },
    { name: 'started_on', type: 'date' },
  ],
  recognise,
  newestRecord: ({ client, table }) => newestDate(client, table, 'coalesce(let_on, advertised_on)'),
  publish: publishLettings,
};

function recognise(head: Head, given: unknown): Layout | Refusal {
  const mapping = given as LettingsMapping | null;
  const delimiter = mapping?.delimiter ?? ',';
  const first = recordAt(head.text, 0, 1, delimiter);
  const columns = columnsOf(first?.fields ?? []);
  const at = {} as Record<LettingField, number>;
  const missing: string[] = [];
  for (const field of FIELDS) {
    const name = mapping?.columns[field];
    at[field] = positionOf(columns, [name ?? field]);
    if (at[field] === -1 && (name !== undefined || NEEDED.includes(field))) missing.push(name ?? field);
  }
  if (at.rent_period === -1 && !mapping?.rent_period && columns.size > 0) missing.push('rent_period');
  if (!first || missing.length > 0)
    return missingColumns('a list of lettings', missing.length ? missing : [...NEEDED]);

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const text = (field: LettingField) => cleanText(fields[at[field]]);
    const address = text('address');
    if (address === null) return 'There is no address.';
    const postcode = postcodeOf(fields[at.postcode]);
    if (postcode === null) return `"${fields[at.postcode] ?? ''}" is not a postcode.`;
    const months = monthsOf(at.rent_period === -1 ? mapping?.rent_period : text('rent_period'));
    if (months === null) return `The rent period "${text('rent_period') ?? ''}" is not known.`;
    const rent = numberOf(text('rent')?.replace('£', ''));
    const rent_pcm = rent === null ? null : Math.round((rent * 100) / months) / 100;
    if (rent_pcm === null || rent_pcm <= 0 || rent_pcm > HIGHEST_PCM)
      return `The rent "${text('rent')}" is not one.`;
    const dates: (string | null)[] = [];
    for (const field of ['advertised_on', 'let_on', 'started_on'] as const) {
      const date = anyDate(text(field) ?? undefined);
      if (date === null && text(field) !== null) return `The date "${text(field)}" is not a day.`;
      dates.push(date);
    }
    const [advertised_on, let_on, started_on] = dates as [string | null, string | null, string | null];
    if (advertised_on === null && let_on === null && started_on === null) {
      return 'The row has no date: neither advertised, nor let, nor begun.';
    }
    const bedrooms = numberOf(text('bedrooms') ?? undefined);
    row[0] = text('reference') ?? `${postcode}|${address}|${let_on ?? advertised_on ?? started_on}`;
    row[1] = uprnOf(fields[at.uprn]);
    row[2] = address.toUpperCase();
    row[3] = postcode;
    row[4] = typeOf(text('property_type'));
    row[5] =
      bedrooms !== null && Number.isInteger(bedrooms) && bedrooms >= 0 && bedrooms <= 30 ? bedrooms : null;
    row[6] = roomOf(text('room_type'));
    row[7] = furnishedOf(text('furnished'));
    row[8] = rent_pcm;
    row[9] = yesOrNo(text('bills_included'));
    row[10] = advertised_on;
    row[11] = let_on ?? started_on;
    row[12] = started_on;
    return null;
  }
  const name = mapping ? 'mapped columns' : 'columns by their own names';
  return { name, dataOffset: first.end, firstLine: first.nextLine, delimiter, map };
}

/** How many months a rent is for; a week is 12/52 of a month. */
function monthsOf(period: string | null | undefined): number | null {
  const plain = (period ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(pcm|pm|month|monthly|permonth|percalendarmonth|calendarmonth|m)$/.test(plain)) return 1;
  if (/^(pw|week|weekly|perweek|w)$/.test(plain)) return 12 / 52;
  if (/^(pq|quarter|quarterly|perquarter)$/.test(plain)) return 3;
  return /^(pa|year|yearly|annual|annually|peryear|perannum)$/.test(plain) ? 12 : null;
}

function typeOf(text: string | null): string | null {
  const plain = (text ?? '').toLowerCase();
  if (/flat|apartment|maisonette|studio|penthouse/.test(plain)) return 'flat';
  if (/bungalow/.test(plain)) return 'bungalow';
  if (/semi/.test(plain)) return 'semi_detached';
  if (/detached/.test(plain)) return 'detached';
  if (/terrace|mews|town ?house/.test(plain)) return 'terraced';
  return plain === '' ? null : 'other';
}

function roomOf(text: string | null): string | null {
  const plain = (text ?? '').toLowerCase();
  if (plain === '') return null;
  const suite = /en[ _-]?suite/.test(plain) ? 'ensuite' : 'shared';
  if (/double/.test(plain)) return `double_${suite}`;
  return /single/.test(plain) ? `single_${suite}` : 'any';
}

function furnishedOf(text: string | null): string | null {
  const plain = (text ?? '').toLowerCase();
  if (/part/.test(plain)) return 'part_furnished';
  if (/unfurnished/.test(plain)) return 'unfurnished';
  return /furnished/.test(plain) ? 'furnished' : null;
}

function yesOrNo(text: string | null): boolean | null {
  if (/^(y|yes|true|1|inc(l|luded)?)$/i.test(text ?? '')) return true;
  return /^(n|no|false|0|excl?(uded)?)$/i.test(text ?? '') ? false : null;
}
