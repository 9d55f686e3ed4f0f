/** GROUNDFLOOR, GNDFLR and 1STFLR: a storey joined to FLOOR. */
const STOREY_JOINED = /\b(GROUND|GRND|GND|GRD|FIRST|SECOND|THIRD|TOP|1ST|2ND|3RD)(?=FL(?:OO)?R?\b)/g;
const JOINED_TO_FLOOR = /[DTP]FL/;

/** 1FLR, 2FLOOR. In Scotland 1FLR means the first floor right. */
const STOREY_BY_NUMBER = /\b([1-9])(?=FL(?:OO)?R\b)/g;
const NUMBER_JOINED = /[1-9]FLO?/;
const ordinal = (storey: string): string => `${storey}${['ST', 'ND', 'RD'][Number(storey) - 1] ?? 'TH'}`;

/** Separates a storey from FLOOR. Runs before `spaceNumbers`, which would separate the 2 of 2NDFLR. */
export function withStoreysApart(given: string, scottish: boolean): string {
  const text = JOINED_TO_FLOOR.test(given) ? given.replace(STOREY_JOINED, '$1 ') : given;
  if (scottish || !NUMBER_JOINED.test(text)) return text;
  return text.replace(STOREY_BY_NUMBER, (storey) => `${ordinal(storey)} `);
}

/** 1F FLAT, 12 OAK ROAD: the flat of the first floor. */
const storeyOfFlat = (_: string, before: string, storey: string): string =>
  `${before}${ordinal(storey)} FLOOR `;

/** F/F FLAT, G/F FLAT and GND/F FLAT of rating lists; FF FLAT. */
const FLAT_BY_STOREY = /\b(?:(F)\/?F|(S)\/?F|(?:GR?N?D\/|G\/?)F) (?=FLA?TT?\b)/g;
const storeyByLetter = (_: string, first?: string, second?: string): string =>
  `${first ? 'FIRST' : second ? 'SECOND' : 'GROUND'} FLOOR `;

/**
 * Expands short forms of storeys and sides: 1F FLAT, F/F FLAT, LEFT HAND SIDE. `digit`: whether the text has a digit.
 */
export function withStoreysInFull(given: string, digit: boolean): string {
  let text = given;
  if (digit && text.includes('F FLAT')) text = text.replace(/(^|, ?)([1-9])F (?=FLAT\b)/, storeyOfFlat);
  if (text.includes('F FL')) text = text.replace(FLAT_BY_STOREY, storeyByLetter);
  if (digit && text.includes(' FL'))
    text = text.replace(/\b([0-9]+) (ST|ND|RD|TH)(?= FL(?:OO)?R?\b)/g, '$1$2');
  if (text.includes(' HAND'))
    text = text.replace(/\b(LEFT|RIGHT) HAND(?: SIDE)?(?= (?:FLA?TT?|MAISONETTE|DOOR)\b| ?,|$)/g, '$1');
  return text;
}
