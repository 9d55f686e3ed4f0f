import { cleanText, numberOf, poundsOf } from '@domesday/files/values';
import { areaDate } from '@domesday/loading/dates';
import { isHouseCode, typeOfCode } from '@domesday/loading/kinds/home-words';
import {
  type Advert,
  addressOf,
  countOf,
  cutShortFeed,
  dayInName,
  type Feed,
  faultOf,
  isOfShare,
  isOnApplication,
  markPresent,
  markPresentInBranches,
  ON_APPLICATION,
  rentOf,
  rowOf,
  SHARE_QUALIFIERS,
  type Status,
  takenAsMonthly,
} from '@domesday/loading/kinds/listings/advert';
import { feedModule } from '@domesday/loading/kinds/listings/module';
import { textsOf } from '@domesday/loading/kinds/listings/read';
import { type FetchedFile, type FileSource, LoadError, type SourceItem } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const NEEDED = ['AGENT_REF', 'BRANCH_ID', 'PRICE', 'STATUS_ID', 'TRANS_TYPE_ID'];
/**
 * The status by STATUS_ID. 0 to 5 are available, sold subject to contract, the same in Scotland, under offer, reserved,
 * let agreed. Some software also writes 6 for sold and 7 for let.
 */
const STATUSES: Status[] = [
  'available',
  'sstc',
  'sstc',
  'under_offer',
  'under_offer',
  'let_agreed',
  'sstc',
  'let_agreed',
];
/** The rent period in months by LET_RENT_FREQUENCY 0 to 3: week, month, quarter, year. */
const MONTHS = [12 / 52, 1, 3, 12];
/** LET_RENT_FREQUENCY of students' lettings: each person's rent by the week. */
const PER_PERSON = '5';
/** PRICE_QUALIFIER: price on application. */
const HIDDEN = '1';

/** Address fields of version 3i, which is meant for homes abroad but may also hold British ones. */
const OVERSEAS_ADDRESS = ['HOUSE_NAME_NUMBER', 'STREET_NAME', 'OS_TOWN_CITY'];

/**
 * An agent's upload in the portals' text format, version 3 and 3i: `#HEADER#` gives the delimiters of fields and
 * records, `#DEFINITION#` the fields, `#DATA#` the records. An upload holds everything that a branch advertises for
 * sale, or to let: listings that it lacks are withdrawn.
 */
export const dataset = feedModule(source.id, { rows: readBlm });

async function* readBlm(
  file: FetchedFile,
  context: Parameters<FileSource['rows']>[1],
): AsyncGenerator<SourceItem> {
  for await (const { name, text } of textsOf(file, context)) {
    const { names, eof, eor, data, line, generated, ended } = layoutOf(name, text);
    const records = withFields(recordsOf(data, eor, line), eof, names.length);
    for (const { fields } of records) for (const text of dayTexts(fields, names)) context.days.add(text);
    const days = records.flatMap(({ fields }) =>
      dayTexts(fields, names).flatMap((text) => areaDate(text) ?? []),
    );
    const textIn = (fields: string[]) => (field: string) =>
      cleanText(fields[names.indexOf(field)]?.replaceAll('\0', ''));
    const whole = records.filter(({ fields }) => fields.length === names.length);
    const branches = new Set(whole.map(({ fields }) => namedBy(textIn(fields)).branch));
    const feed: Feed = {
      source: 'listings-blm',
      seen_on: generated ?? dayInName(name) ?? days.sort().at(-1) ?? null,
      complete: true,
    };
    const adverts: Advert[] = [];
    for (const record of records) {
      const reject = (reason: string) => ({
        reject: { line: record.line, reason, raw: record.text },
        file: name,
      });
      const { fields } = record;
      const text = textIn(fields);
      if (fields.length !== names.length) {
        const reason = `The record has ${fields.length} fields, where the definition names ${names.length}.`;
        yield reject(reason);
        yield* markPresentInBranches(reason, text('AGENT_REF'), branches, feed);
        continue;
      }
      const advert = advertOf(text);
      if (typeof advert === 'string') {
        yield reject(advert);
        yield* markPresent(advert, namedBy(text), feed);
      } else {
        yield { row: rowOf(advert, feed) };
        if (!('removed' in advert)) adverts.push(advert);
      }
    }
    for (const note of takenAsMonthly(adverts)) yield { note };
    if (!ended) yield { note: cutShortFeed(name, 'within a row', feed, `${name} does not end with #END#`) };
  }
}

/**
 * Splits records into fields. In files whose records end with an extra field delimiter, the empty last field is
 * dropped. A record that had the right number of fields only because of it then lacks a field, and its values would
 * stand under the wrong names.
 */
function withFields<R extends { text: string }>(
  records: R[],
  eof: string,
  n: number,
): (R & { fields: string[] })[] {
  const split = records.map((record) => ({ ...record, fields: record.text.split(eof) }));
  const ends = ({ fields }: { fields: string[] }) => fields.at(-1)!.trim() === '';
  const ended = split.filter((record) => record.fields.length === n + 1 && ends(record)).length;
  const plain = split.filter((record) => record.fields.length === n && !ends(record)).length;
  return split.map((record) => {
    const { fields } = record;
    const own = ends(record) && (fields.length === n + 1 || (fields.length === n && ended > plain));
    return own ? { ...record, fields: fields.slice(0, -1) } : record;
  });
}

const namedBy = (text: (field: string) => string | null) => ({
  branch: text('BRANCH_ID') ?? '',
  reference: text('AGENT_REF') ?? '',
});

function advertOf(
  text: (field: string) => string | null,
): Advert | { removed: true; reference: string; branch: string } | string {
  const { branch, reference } = namedBy(text);
  if (reference === '') return 'The record has no AGENT_REF.';
  const country = text('COUNTRY_CODE');
  if (country !== null && !/^(gb|uk)$/i.test(country)) return 'The property lies abroad.';
  if (text('PUBLISHED_FLAG') === '0') return { removed: true, reference, branch };
  const type = text('TRANS_TYPE_ID');
  if (type !== '1' && type !== '2')
    return `TRANS_TYPE_ID ${quoted(type)} is neither 1 (sale) nor 2 (to let).`;
  const status = STATUSES[Number(text('STATUS_ID') ?? '0')];
  if (!status) return `STATUS_ID "${text('STATUS_ID')}" is not known.`;
  if (text('PRICE_QUALIFIER') === HIDDEN || isOnApplication(text('PRICE') ?? '')) return ON_APPLICATION;
  const amount = poundsOf(text('PRICE')) ?? 0;
  const frequency_code = text('LET_RENT_FREQUENCY');
  const frequency = frequency_code ?? '1';
  if (type === '2' && frequency === PER_PERSON)
    return `LET_RENT_FREQUENCY "${PER_PERSON}" is a rent per person, not of a whole home.`;
  const per = MONTHS[Number(frequency)];
  if (type === '2' && per === undefined) return `LET_RENT_FREQUENCY "${frequency}" is not known.`;
  const features = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => text(`FEATURE${i}`) ?? '').join(' ');
  const advert: Advert = {
    branch,
    reference,
    listing_type: type === '1' ? 'sale' : 'rent',
    status,
    native_status: text('STATUS_ID'),
    ...(type === '1' ? { price: amount, price_period: 'total' as const } : rentOf(amount, per!)),
    period_told: frequency_code !== null,
    of_share:
      SHARE_QUALIFIERS.includes(numberOf(text('PRICE_QUALIFIER') ?? undefined)) || isOfShare(features),
    bedrooms: text('BEDROOMS'),
    bathrooms: countOf(text('BATHROOMS')),
    property_type: typeOfCode(numberOf(text('PROP_SUB_ID') ?? undefined)),
    is_house: isHouseCode(numberOf(text('PROP_SUB_ID') ?? undefined)),
    tenure: tenureOf(text('TENURE_TYPE_ID'), features),
    new_build: text('NEW_HOME_FLAG') === null ? null : text('NEW_HOME_FLAG') === 'Y',
    address: addressOf(
      ['ADDRESS_1', 'ADDRESS_2', 'ADDRESS_3', 'ADDRESS_4', 'TOWN', ...OVERSEAS_ADDRESS].map((field) =>
        text(field),
      ),
    ),
    postcode: postcodeOf(text('ZIPCODE') ?? `${text('POSTCODE1') ?? ''} ${text('POSTCODE2') ?? ''}`),
    summary: text('SUMMARY'),
    first_listed: areaDate(text('CREATE_DATE')),
    updated_on: areaDate(text('UPDATE_DATE')),
  };
  return faultOf(advert) ?? advert;
}

function tenureOf(code: string | null, features: string): Advert['tenure'] {
  if (code === '1' || /tenure:\s*freehold/i.test(features)) return 'Freehold';
  return code === '2' || /tenure:\s*leasehold/i.test(features) ? 'Leasehold' : null;
}

function dayTexts(fields: string[], names: string[]): (string | undefined)[] {
  return ['CREATE_DATE', 'UPDATE_DATE'].map((name) => fields[names.indexOf(name)]);
}

function layoutOf(name: string, text: string) {
  const refuse = (what: string, missing: string[] = []): LoadError =>
    new LoadError('refused', `${name} is not listings-blm: ${what}`, missing);
  const header = section(text, '#HEADER#', '#DEFINITION#');
  const definition = section(text, '#DEFINITION#', '#DATA#');
  if (!header || !definition)
    throw refuse('it has not the parts #HEADER#, #DEFINITION# and #DATA#.', ['#HEADER#']);
  const setting = (key: string) => new RegExp(`^\\s*${key}\\s*:\\s*(.*?)\\s*$`, 'im').exec(header.text)?.[1];
  const delimiter = (key: string) => {
    const given = setting(key);
    return given === undefined ? undefined : (/^(['"])(.+)\1$/.exec(given)?.[2] ?? given);
  };
  const [eof, eor] = [delimiter('EOF'), delimiter('EOR')];
  if (!eof || !eor)
    throw refuse('its header does not say by which characters fields and records end.', ['EOF', 'EOR']);
  if (eof === eor) throw refuse(`fields and records both end in "${eof}", so they cannot be told apart.`);
  const names = definition.text
    .split(eor)[0]!
    .trim()
    .split(eof)
    .map((field) => field.trim().toUpperCase());
  while (names.at(-1) === '') names.pop();
  const missing = NEEDED.filter((field) => !names.includes(field));
  if (missing.length > 0) throw refuse(`it misses the fields ${missing.join(', ')}.`, missing);
  const start = definition.end + '#DATA#'.length;
  const end = text.lastIndexOf('#END#');
  return {
    names,
    eof,
    eor,
    data: text.slice(start, end > start ? end : undefined),
    ended: end > start,
    line: linesIn(text.slice(0, start)) + 1,
    generated: areaDate(setting('Generated Date')),
  };
}

function section(text: string, from: string, to: string): { text: string; end: number } | null {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + 1);
  return start === -1 || end === -1 ? null : { text: text.slice(start + from.length, end), end };
}

/** Records with their first line numbers; text after the last delimiter is not a record. */
function recordsOf(data: string, eor: string, first: number): { text: string; line: number }[] {
  let line = first;
  return data.split(eor).flatMap((piece) => {
    const blank = /^\s*/.exec(piece)![0];
    const begins = line + linesIn(blank);
    line += linesIn(piece);
    return piece.trim() === '' ? [] : [{ text: piece.slice(blank.length), line: begins }];
  });
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
