import { parseAddress } from '@domesday/addresses';
import { typo } from '@domesday/addresses/fit';
import type { ListedHome } from './real-lists.ts';

type Random = () => number;

/** A text as a user would write it for a home, listed or not. */
export interface Damaged {
  address: string;
  postcode: string | null;
  /** False if the text no longer means a listed home. */
  listed: boolean;
  /** UPRN of the listed building that contains the meant home, if the home itself is not listed. */
  parent?: number | undefined;
}

/** Damages a home's text in one way; null if this damage does not apply to the text. */
export type Damage = (home: ListedHome, random: Random, near: Neighbours) => Damaged | null;

/** Other listed homes nearby, to test whether damaged text means one of them. */
export interface Neighbours {
  /** Another postcode of the same sector; null if the lists have none. */
  postcode(home: ListedHome, random: Random): string | null;
  /** Whether some list has this number before this word in the outcode: `12 HIGH`. */
  hasNumber(postcode: string, number: string): boolean;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const same = (home: ListedHome, address: string): Damaged | null =>
  address === home.text ? null : { address, postcode: home.postcode, listed: true };

const ABBREVIATIONS: [RegExp, string[]][] = [
  [/\bROAD\b/i, ['RD', 'Rd.']],
  [/\bSTREET\b/i, ['ST', 'Str']],
  [/\bAVENUE\b/i, ['AVE', 'Av']],
  [/\bCLOSE\b/i, ['CL', 'Cls']],
  [/\bLANE\b/i, ['LN', 'La']],
  [/\bDRIVE\b/i, ['DR', 'Drv']],
  [/\bCRESCENT\b/i, ['CRES', 'Cresc']],
  [/\bGARDENS\b/i, ['GDNS', 'Gdns.']],
  [/\bGROVE\b/i, ['GRV', 'Gr']],
  [/\bGREEN\b/i, ['GRN', 'Gn']],
  [/\bSQUARE\b/i, ['SQ', 'Sqr']],
  [/\bCOURT\b/i, ['CT', 'Crt']],
  [/\bHOUSE\b/i, ['HSE', 'Ho']],
  [/\bNORTH\b/i, ['N', 'Nth']],
  [/\bSOUTH\b/i, ['S', 'Sth']],
  [/\bWEST\b/i, ['W', 'Wst']],
];
/** Misspellings of the short words that end a street's name. */
const SHORT_SLIPS: [RegExp, string[]][] = [
  [/\bROAD\b/i, ['Rad', 'Rod', 'Raod', 'Roda']],
  [/\bSTREET\b/i, ['Stret', 'Steet', 'Sreet', 'Srteet']],
  [/\bLANE\b/i, ['Lne', 'Lan', 'Laen']],
  [/\bCLOSE\b/i, ['Clse', 'Colse', 'Clos']],
  [/\bDRIVE\b/i, ['Drve', 'Dirve', 'Driv']],
  [/\bAVENUE\b/i, ['Avnue', 'Aveneu', 'Avenu']],
];
/** Titles with made-up names, and departments and companies that do not exist. */
const RECIPIENTS = [
  'Mr Q Zznamel',
  'Mrs Quorvelle',
  'Mr & Mrs Z Vexhollow',
  'Ms Plinthorpe',
  'Dr X Quibbleworth',
  'c/o The Occupier',
  'FAO Accounts Department',
  'Accounts Payable',
  'Zephyrquill Holdings Ltd',
  'Oxplume Lettings Limited',
  'The Executors of Quorvelle',
  'The Occupier',
];
const PLACES = [
  'West Midlands',
  'Upper Norton',
  'Greater Manchester',
  'East Green',
  'North Yorkshire',
  'Holly Park',
];
const INVENTED = ['Quillox', 'Zanthorpe', 'Plumbrook', 'Vexhollow', 'Nettlequay', 'Oxwether', 'Brackenzed'];

function first(changes: [RegExp, string[]][]): Damage {
  return (home, random) => {
    let text = home.text;
    for (const [from, to] of changes) text = text.replace(from, () => pick(random, to));
    return same(home, text);
  };
}

function oneSlip(home: ListedHome, random: Random): Damaged | null {
  const words = home.text.split(' ');
  const long = words.flatMap((word, i) => (/^[A-Za-z]{5,},?$/.test(word) ? [i] : []));
  if (long.length === 0) return null;
  const at = pick(random, long);
  const comma = words[at]!.endsWith(',') ? ',' : '';
  words[at] = typo(random, words[at]!.replace(',', '').toUpperCase()) + comma;
  return same(home, words.join(' '));
}

function unitVariant(home: ListedHome, random: Random): Damaged | null {
  const flat = /^(FLAT|APARTMENT|APT|UNIT) ([0-9]+|[A-Z])[, ]+(.*)$/i.exec(home.text);
  if (flat) {
    const [, kind, id, rest] = flat as unknown as [string, string, string, string];
    // Flat 3 and unit 3 of one house are two premises.
    const forms = /^UNIT$/i.test(kind)
      ? [`Unit ${id}, ${rest}`, `Unit ${id} ${rest}`, `Unit No ${id}, ${rest}`, `Unit No. ${id} ${rest}`]
      : [`Apt ${id}, ${rest}`, `Flat ${id} ${rest}`, `Flt ${id}, ${rest}`, `Flat No ${id}, ${rest}`];
    if (/^[A-Z]$/i.test(id) && /^[0-9]+ /.test(rest)) forms.push(rest.replace(/^([0-9]+)/, `$1${id}`));
    if (/^[0-9]+$/.test(id)) forms.push(`${id}, ${rest}`);
    return same(home, pick(random, forms));
  }
  const suffix = /^([0-9]+)([A-H]) (.*)$/i.exec(home.text);
  if (suffix)
    return same(
      home,
      pick(random, [
        `Flat ${suffix[2]}, ${suffix[1]} ${suffix[3]}`,
        `${suffix[1]} ${suffix[2]} ${suffix[3]}`,
      ]),
    );
  return null;
}

/** A postcode with one wrong character. */
function slippedPostcode(home: ListedHome, random: Random): Damaged | null {
  const at = Math.floor(random() * home.postcode.length);
  const was = home.postcode[at]!;
  if (was === ' ') return null;
  const others = /[0-9]/.test(was) ? '0123456789' : 'ABDEFGHJLNPQRSTUWXYZ';
  const other = pick(
    random,
    [...others].filter((letter) => letter !== was),
  );
  const postcode = home.postcode.slice(0, at) + other + home.postcode.slice(at + 1);
  return { address: home.text, postcode, listed: true };
}

function alteredNumber(home: ListedHome, random: Random, near: Neighbours): Damaged | null {
  const found = /(^|, )([0-9]+) ([A-Za-z]+)/.exec(home.text);
  if (!found) return null;
  for (let tries = 0; tries < 20; tries += 1) {
    const number = String(Number(found[2]) + Math.ceil(random() * 40));
    if (near.hasNumber(home.postcode, `${number} ${found[3]}`)) continue;
    const at = found.index + found[1]!.length;
    const address = home.text.slice(0, at) + number + home.text.slice(at + found[2]!.length);
    return { address, postcode: home.postcode, listed: false };
  }
  return null;
}

function inventedName(home: ListedHome, random: Random): Damaged | null {
  const [name, ...rest] = home.text.split(', ');
  // A number identifies the premises, whatever business is there.
  if (/[0-9]/.test(home.text) || rest.length === 0) return null;
  const words = name!.split(' ');
  const type = words.length > 1 ? ` ${words.at(-1)}` : ' House';
  return {
    address: [pick(random, INVENTED) + type, ...rest].join(', '),
    postcode: home.postcode,
    listed: false,
  };
}

/** A district or county that the list does not give, between the parts of the address or after them. */
function otherPlace(home: ListedHome, random: Random): Damaged | null {
  const parts = home.text.split(', ');
  if (parts.length < 2) return null;
  const at = random() < 0.5 ? parts.length - 1 : parts.length;
  return { address: parts.toSpliced(at, 0, pick(random, PLACES)).join(', '), postcode: null, listed: true };
}

/** The ways in which texts from users differ from the lists. */
export const DAMAGE: Record<string, Damage> = {
  'as listed': (home) => ({ address: home.text, postcode: home.postcode, listed: true }),
  'typing error': oneSlip,
  'slip in a short word': first(SHORT_SLIPS),
  abbreviation: first(ABBREVIATIONS),
  'lower case, no commas': (home) => same(home, home.text.toLowerCase().replaceAll(',', '')),
  'first 60 %': (home) => same(home, home.text.slice(0, Math.ceil(home.text.length * 0.6))),
  reordered: (home) => same(home, home.text.split(', ').reverse().join(', ')),
  recipient: (home, random) => same(home, `${pick(random, RECIPIENTS)}, ${home.text}`),
  'unit variant': unitVariant,
  "neighbour's postcode": (home, random, near) => {
    const postcode = near.postcode(home, random);
    return postcode === null ? null : { address: home.text, postcode, listed: true };
  },
  'slip in the postcode': slippedPostcode,
  'no postcode': (home) => ({ address: home.text, postcode: null, listed: true }),
  'another place, no postcode': otherPlace,
  'altered number': alteredNumber,
  'invented name': inventedName,
};

const FLAT_DAMAGE = [
  'as listed',
  'typing error',
  'abbreviation',
  'lower case, no commas',
  "neighbour's postcode",
  'slip in the postcode',
  'no postcode',
  'altered number',
];

/**
 * A flat that no list has, of a listed home or of one that is not listed either, in altered forms; null if the home is
 * a flat itself.
 */
export const FLATS: Record<string, Damage> = Object.fromEntries(
  FLAT_DAMAGE.map((kind) => [
    `flat of it, ${kind}`,
    (home, random, near) => {
      if (parseAddress(home.text, home.postcode).unit !== null || /^[0-9]+[A-Z]?,/i.test(home.text))
        return null;
      const damaged = DAMAGE[kind]!(home, random, near);
      if (!damaged) return null;
      const address = `Flat ${31 + Math.floor(random() * 60)}, ${damaged.address}`;
      const text = kind.startsWith('lower') ? address.toLowerCase().replaceAll(',', '') : address;
      return {
        address: text,
        postcode: damaged.postcode,
        listed: false,
        parent: damaged.listed ? home.uprn : undefined,
      };
    },
  ]),
);
