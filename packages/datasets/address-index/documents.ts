import { identityKey, type ParsedAddress, parseAddress } from '@domesday/addresses';

export interface HomeRow {
  uprn: number;
  address: string;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface Home extends HomeRow {
  house: number | null;
  house_to: number | null;
  suffix: string;
  unit: string | null;
  identity_key: string;
}

/** A street within a postcode, its homes in house order. */
export interface StreetDocument {
  text: string;
  words: Set<string>;
  homes: Home[];
}

/** The number a home is asked for by: its house number, or its unit where the building has none. */
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

function inHouseOrder(a: Home, b: Home): number {
  const named = Number(a.house === null) - Number(b.house === null);
  if (named !== 0) return named;
  return (
    (a.house ?? 0) - (b.house ?? 0) ||
    (a.suffix < b.suffix ? -1 : a.suffix > b.suffix ? 1 : 0) ||
    unitRank(a.unit) - unitRank(b.unit) ||
    (a.address < b.address ? -1 : a.address > b.address ? 1 : a.uprn - b.uprn)
  );
}

/** Groups the homes of one postcode by street, and gathers what each street is found by. */
export function documentsOf(postcode: string, rows: readonly HomeRow[]): StreetDocument[] {
  const documents = new Map<string, StreetDocument>();
  const outcode = postcode.slice(0, -4);
  for (const row of rows) {
    const parsed = parseAddress(row.address, postcode);
    const text = [...parsed.street, ...parsed.tail].join(' ');
    let document = documents.get(text);
    if (!document) {
      document = {
        text: `${text} ${postcode}`,
        words: new Set([outcode, postcode.slice(-3), outcode + postcode.slice(-3)]),
        homes: [],
      };
      for (const word of parsed.street) document.words.add(word);
      for (const word of parsed.tail) document.words.add(word);
      documents.set(text, document);
    }
    for (const word of parsed.building) document.words.add(word);
    const house = houseOf(parsed);
    if (house.house !== null) document.words.add(`#${house.house}`);
    if (house.house_to !== null) document.words.add(`#${house.house_to}`);
    const unit = /^[0-9]{1,5}/.exec(parsed.unit ?? '');
    if (unit) document.words.add(`#${Number(unit[0])}`);
    const address = row.address.toUpperCase();
    document.homes.push({
      ...row,
      address: address.endsWith(postcode) ? address : `${address}, ${postcode}`,
      ...house,
      unit: parsed.unit,
      identity_key: identityKey(parsed),
    });
  }
  for (const document of documents.values()) document.homes.sort(inHouseOrder);
  return [...documents.values()];
}

/** Lexemes in the input form of a tsvector. Words hold letters, digits, # and / alone, so none needs escaping. */
export function vectorText(words: Set<string>): string {
  let text = '';
  for (const word of words) if (word.length < 60) text += `'${word}' `;
  return text;
}
