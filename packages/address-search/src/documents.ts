import {
  identityKey,
  ownNumber,
  type ParsedAddress,
  parseAddress,
  readByShape,
  withNumbers,
} from '@domesday/addresses';

/** A spelling of a home, with values as COPY text; null for an unknown value. */
export interface HomeRow {
  uprn: string;
  address: string;
  country: string | null;
  latitude: string | null;
  longitude: string | null;
  /** The served address of this home if `address` is another spelling; else null. */
  served: string | null;
  served_postcode: string | null;
  /** Where the postcode comes from if no source gives the home one; see `addresses.postcode_from`. */
  postcode_from: string | null;
}

/** The indexed values of an address. */
interface Reading {
  /** Street, locality and town: shared by the homes of one document. */
  text: string;
  words: string[];
  building: string[];
  /** House and unit numbers by which the home is found. */
  numbers: number[];
  house: number | null;
  house_to: number | null;
  suffix: string;
  unit: string | null;
  identity_key: string;
}

export interface Home {
  row: HomeRow;
  reading: Reading;
  /** Upper case, with its postcode. */
  address: string;
}

/** A street within a postcode. Its homes are in house order. */
export interface StreetDocument {
  text: string;
  words: Set<string>;
  homes: Home[];
}

/** The number by which a home is searched: its house number, or its unit if the building has none. */
export function houseOf(parsed: ParsedAddress): {
  house: number | null;
  house_to: number | null;
  suffix: string;
} {
  if (parsed.number) {
    return { house: parsed.number.from, house_to: parsed.number.to, suffix: parsed.number.suffix };
  }
  const unit = /^([0-9]{1,5})([A-Z]?)$/.exec(parsed.unit ?? '');
  return unit
    ? { house: Number(unit[1]), house_to: null, suffix: unit[2]! }
    : { house: null, house_to: null, suffix: '' };
}

function unitRank(unit: string | null): number {
  if (unit === null || unit === '') return 0;
  const found = /[0-9]+/.exec(unit);
  return found ? Number(found[0]) : unit.charCodeAt(0);
}

/** House order: homes with a number first, by number, suffix, unit, address and UPRN. */
function inHouseOrder(one: Home, other: Home): number {
  const [a, b] = [one.reading, other.reading];
  const named = Number(a.house === null) - Number(b.house === null);
  if (named !== 0) return named;
  return (
    (a.house ?? 0) - (b.house ?? 0) ||
    (a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : 0) ||
    unitRank(a.unit) - unitRank(b.unit) ||
    (one.address < other.address ? -1 : one.address > other.address ? 1 : 0) ||
    Number(one.row.uprn) - Number(other.row.uprn)
  );
}

export function readingOf(address: string, postcode: string): Reading {
  const parsed = parseAddress(address, postcode);
  const house = houseOf(parsed);
  const numbers: number[] = [];
  if (house.house !== null) numbers.push(house.house);
  if (house.house_to !== null) numbers.push(house.house_to);
  const unit = /^[0-9]{1,5}/.exec(parsed.unit ?? '');
  if (unit) numbers.push(Number(unit[0]));
  const words = [...parsed.street, ...parsed.tail];
  return {
    text: words.join(' '),
    words,
    building: parsed.building,
    numbers,
    ...house,
    unit: parsed.unit,
    identity_key: identityKey(parsed),
  };
}

/** A parser for the addresses of one postcode. Addresses that differ only in their numbers are parsed once. */
export function reader(postcode: string): (address: string) => Reading {
  return readByShape(
    postcode,
    (address) => readingOf(address, postcode),
    ({ words, building }) => [...words, ...building],
    filled,
  );
}

function filled(alike: Reading, numbers: readonly string[]): Reading {
  const { house, house_to, unit } = alike;
  return {
    text: alike.text,
    words: alike.words,
    building: alike.building,
    numbers: alike.numbers.map((value) => ownNumber(value, numbers)),
    house: house === null ? null : ownNumber(house, numbers),
    house_to: house_to === null ? null : ownNumber(house_to, numbers),
    suffix: alike.suffix,
    unit: unit === null ? null : withNumbers(unit, numbers),
    identity_key: withNumbers(alike.identity_key, numbers),
  };
}

/** A key for the content of an address: equal for spellings that add nothing to each other. */
const contentKey = ({ text, identity_key }: Reading, address: string): string =>
  `${text}|${identity_key || address}`;

/** A predicate: whether a second spelling is the served address of another home of the postcode. */
function servedHomes(
  rows: readonly HomeRow[],
  postcode: string,
  read: (address: string) => Reading,
): (content: string, uprn: string) => boolean {
  const owners = new Map<string, string>();
  for (const { served, address, uprn } of rows)
    if (served === null) {
      const upper = address.toUpperCase();
      owners.set(contentKey(read(upper), upper.endsWith(postcode) ? upper : `${upper}, ${postcode}`), uprn);
    }
  return (content, uprn) => (owners.get(content) ?? uprn) !== uprn;
}

/** Groups the homes of one postcode by street, and collects the words by which each street is found. */
export function documentsOf(postcode: string, rows: readonly HomeRow[]): StreetDocument[] {
  const documents = new Map<string, StreetDocument>();
  const outcode = postcode.slice(0, -4);
  const incode = postcode.slice(-3);
  const read = reader(postcode);
  let previousUprn = '';
  let contents: string[] = [];
  const isAnotherHomes = rows.some((row) => row.served !== null) ? servedHomes(rows, postcode, read) : null;
  for (const row of rows) {
    const upper = row.address.toUpperCase();
    const asIs = row.postcode_from !== null || upper.endsWith(postcode);
    const address = asIs ? upper : `${upper}, ${postcode}`;
    const reading = read(upper);
    const { text, words, building, numbers } = reading;
    if (row.uprn !== previousUprn) {
      previousUprn = row.uprn;
      contents = [];
    }
    // A second spelling that adds nothing to the first is skipped: it would only be compared twice.
    const content = contentKey(reading, address);
    if (row.served !== null && (contents.includes(content) || isAnotherHomes!(content, row.uprn))) continue;
    contents.push(content);
    let document = documents.get(text);
    if (!document) {
      document = {
        text: `${text} ${postcode}`,
        words: new Set([outcode, incode, ...words]),
        homes: [],
      };
      documents.set(text, document);
    }
    for (const word of building) document.words.add(word);
    for (const number of numbers) document.words.add(`#${number}`);
    document.homes.push({ row, address, reading });
  }
  for (const document of documents.values()) document.homes.sort(inHouseOrder);
  return [...documents.values()];
}

/** Words in the input form of a tsvector. They have only letters, digits, # and /, so none needs escaping. */
export function vectorText(words: Set<string>): string {
  let text = '';
  for (const word of words) if (word.length < 60) text += `'${word}' `;
  return text;
}
