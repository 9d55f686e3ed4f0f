/** GROUNDFLOOR, GNDFLR and 1STFLR as two words. */
const STOREY_JOINED = /\b(GROUND|GRND|GND|GRD|FIRST|SECOND|THIRD|TOP|1ST|2ND|3RD)(?=FL(?:OO)?R?\b)/g;
const JOINED_TO_FLOOR = /[DTP]FL/;

/** Before numbers are parted from words, which would part the second of 2NDFLR. */
export const withStoreysApart = (text: string): string =>
  JOINED_TO_FLOOR.test(text) ? text.replace(STOREY_JOINED, '$1 ') : text;

/** 1F FLAT, 12 OAK ROAD: the flat of the first floor. */
const storeyOfFlat = (_: string, before: string, storey: string): string =>
  `${before}${storey}${['ST', 'ND', 'RD'][Number(storey) - 1] ?? 'TH'} FLOOR `;

/** F/F FLAT, G/F FLAT and GND/F FLAT, as rating lists write them; FF FLAT. */
const FLAT_BY_STOREY = /\b(?:(F)\/?F|(S)\/?F|(?:GR?N?D\/|G\/?)F) (?=FLA?TT?\b)/g;
const storeyByLetter = (_: string, first?: string, second?: string): string =>
  `${first ? 'FIRST' : second ? 'SECOND' : 'GROUND'} FLOOR `;

/** The storeys and sides of flats in full. */
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
