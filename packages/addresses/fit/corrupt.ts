import type { GeneratedAddress } from './national-list.ts';
import { pick, type Random, whole } from './random.ts';

/** A row as a user might write it, with its true label. `uprn` is null if no listed home is meant. */
export interface LabelledQuery {
  address: string;
  postcode: string;
  kind: string;
  uprn: number | null;
  /** The text no longer says which of several homes it means. */
  undecidable: boolean;
}

const ABBREVIATE: ReadonlyArray<[RegExp, string[]]> = [
  [/\bROAD\b/, ['RD', 'RD.', 'Road']],
  [/\bSTREET\b/, ['ST', 'ST.', 'STR']],
  [/\bAVENUE\b/, ['AVE', 'AV']],
  [/\bCLOSE\b/, ['CL']],
  [/\bLANE\b/, ['LN']],
  [/\bDRIVE\b/, ['DR']],
  [/\bCRESCENT\b/, ['CRES']],
  [/\bGARDENS\b/, ['GDNS']],
  [/\bTERRACE\b/, ['TERR', 'TER']],
  [/\bCOURT\b/, ['CT']],
  [/\bHOUSE\b/, ['HSE']],
  [/\bST (?=[A-Z]+S\b)/, ['SAINT ', 'ST. ']],
];
const COUNTIES = ['ESSEX', 'KENT', 'WEST YORKSHIRE', 'DEVON', 'SURREY', 'LANCASHIRE', 'GWENT', 'FIFE'];
const BUSINESSES = [
  'SUNRISE CAFE',
  'NORTHGATE DENTAL',
  'THE CORNER SHOP',
  'A1 MOTORS',
  'BELLA PIZZA',
  'KEYSTONE LETTINGS',
];

/** One dropped, doubled, wrong or swapped letter somewhere after the first of a word. */
export function typo(random: Random, word: string): string {
  if (word.length < 4) return word;
  const at = whole(random, 1, word.length - 2);
  const letter = word[at]!;
  switch (whole(random, 0, 3)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + letter + word.slice(at);
    case 2:
      return word.slice(0, at) + pick(random, [...'AEIORSTN']) + word.slice(at + 1);
    default:
      return word.slice(0, at) + word[at + 1] + letter + word.slice(at + 2);
  }
}

function typoSomewhere(random: Random, text: string): string {
  const words = text.split(' ');
  const long = words.map((word, i) => (/^[A-Z]{5,}$/.test(word) ? i : -1)).filter((i) => i >= 0);
  if (long.length === 0) return text;
  const at = pick(random, long);
  words[at] = typo(random, words[at]!);
  return words.join(' ');
}

function rewriteUnit(random: Random, unit: string, number: string): { unit: string; number: string } {
  const flat = /^(?:FLAT|APARTMENT) ([0-9]+|[A-Z])$/.exec(unit);
  if (flat) {
    const id = flat[1]!;
    const roll = random();
    if (/[A-Z]/.test(id) && number && !number.includes('-') && roll < 0.5)
      return { unit: '', number: number + id };
    if (roll < 0.25) return { unit: `APT ${id}`, number };
    if (roll < 0.4) return { unit: `FLT ${id}`, number };
    if (roll < 0.5) return { unit: `FLAT${id}`, number };
    if (roll < 0.65) return { unit: id, number };
    if (roll < 0.75) return { unit: `FLAT NO. ${id}`, number };
    return { unit: `FLAT ${id}`, number };
  }
  if (unit === 'GROUND FLOOR FLAT')
    return { unit: pick(random, ['GFF', 'FLAT GROUND FLOOR', 'GROUND FLR FLAT', unit]), number };
  if (unit === 'FIRST FLOOR FLAT')
    return { unit: pick(random, ['FFF', '1ST FLOOR FLAT', 'FLAT FIRST FLOOR', unit]), number };
  if (/^[0-9]F[0-9]$/.test(unit))
    return { unit: pick(random, [unit, `FLAT ${unit}`, `${unit[0]}/${unit[2]}`]), number };
  if (/^[0-9]\/[0-9]$/.test(unit))
    return { unit: pick(random, [unit, `FLAT ${unit}`, `${unit[0]}F${unit[2]}`]), number };
  return { unit, number };
}

function neighbouringPostcode(random: Random, postcode: string): string {
  const letters = [...'ABDEFGHJLNPQRSTUWXYZ'];
  if (random() < 0.5) return postcode.slice(0, -1) + pick(random, letters);
  if (random() < 0.6) return postcode.slice(0, -2) + pick(random, letters) + pick(random, letters);
  return `${postcode.slice(0, -3)}${whole(random, 0, 9)}${postcode.slice(-2)}`;
}

/** Writes a listed home as people do, sometimes with several errors in one row. */
export function corrupt(random: Random, home: GeneratedAddress): LabelledQuery {
  const parts = { ...home.parts };
  let { postcode } = home;
  let kind: string = home.kind;
  let undecidable = false;
  let county = '';
  let business = '';
  if (random() < 0.45) {
    const written = rewriteUnit(random, parts.unit, parts.number);
    parts.unit = written.unit;
    parts.number = written.number;
  }
  if (home.kind === 'suffix' && random() < 0.3) parts.number = parts.number.replace(/([A-Z])$/, ' $1');
  if (home.kind === 'range') {
    const roll = random();
    if (roll < 0.25) parts.number = parts.number.replace('-', ' - ');
    else if (roll < 0.4) parts.number = parts.number.replace('-', '/');
    else if (roll < 0.55) parts.number = parts.number.split('-')[0]!;
  }
  if (parts.locality && random() < 0.35) parts.locality = '';
  if (random() < 0.12) parts.town = '';
  if (random() < 0.2) county = pick(random, COUNTIES);
  if (parts.building && parts.number && random() < 0.25) parts.building = '';
  if (parts.building && parts.number && random() < 0.12) parts.number = '';
  if (parts.building && random() < 0.08) parts.street = '';
  if ((home.kind === 'flat' || home.kind === 'block') && parts.unit && random() < 0.04) {
    parts.unit = '';
    undecidable = true;
    kind = 'unit_missing';
  }
  if (parts.number && !parts.building && random() < 0.03) business = pick(random, BUSINESSES);
  if (random() < 0.45) {
    for (const [from, to] of ABBREVIATE)
      if (random() < 0.6) parts.street = parts.street.replace(from, pick(random, to));
  }
  if (random() < 0.18) parts.street = typoSomewhere(random, parts.street);
  if (parts.building && random() < 0.15) parts.building = typoSomewhere(random, parts.building);
  if (parts.town && random() < 0.08) parts.town = typoSomewhere(random, parts.town);
  if (random() < 0.09) {
    postcode = neighbouringPostcode(random, postcode);
    if (postcode !== home.postcode) kind = 'wrong_postcode';
  }
  const shown = random() < 0.3 ? postcode.replace(' ', random() < 0.7 ? '' : '-') : postcode;
  const first = [parts.unit, parts.building, `${parts.number} ${parts.street}`.trim()];
  const segments = [
    business,
    ...first,
    parts.locality,
    parts.town,
    county,
    random() < 0.3 ? shown : '',
  ].filter((part) => part !== '');
  let address = segments.join(random() < 0.45 ? ' ' : ', ');
  if (random() < 0.03 && /[OI]/.test(parts.town))
    address = address.replace(parts.town, parts.town.replace(/O/, '0'));
  if (random() < 0.5)
    address =
      random() < 0.5 ? address.toLowerCase() : address.replace(/\B[A-Z]+/g, (rest) => rest.toLowerCase());
  return { address, postcode: shown, kind, uprn: home.uprn, undecidable };
}

/**
 * A home that the list does not hold: either the caller must remove its true row from the candidates (`listed` false),
 * or the number or name is changed to one that the street does not have.
 */
export function unlisted(random: Random, home: GeneratedAddress): LabelledQuery {
  const changed = { ...home, parts: { ...home.parts } };
  if (/^[0-9]+$/.test(changed.parts.number)) {
    const roll = random();
    if (roll < 0.2) changed.parts.number += pick(random, ['G', 'H', 'J']);
    else if (roll < 0.6) changed.parts.number = `${Number(changed.parts.number) + 700}`;
  }
  const query = corrupt(random, changed);
  return { ...query, kind: 'unlisted', uprn: null, undecidable: false };
}
