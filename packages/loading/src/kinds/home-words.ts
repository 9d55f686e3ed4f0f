/**
 * Codes of homes whose form (detached, terraced …) they do not tell: cluster house, cottage, chalet, character
 * property, house, villa, barn conversion, sheltered and retirement homes, farm, village, country, stone and coach
 * house.
 */
const OF_ANY_FORM = [6, 23, 24, 25, 26, 27, 43, 46, 47, 52, 95, 113, 116, 511];

/** Cluster house, cottage, chalet, house, villa, barn conversion, farm, village and coach house. */
const HOUSES: readonly (number | null)[] = [6, 23, 24, 26, 27, 43, 52, 95, 511];

export const isHouseCode = (code: number | null) => HOUSES.includes(code);

/** Property types by the code that the portals' formats share; null if the code does not tell. */
export function typeOfCode(code: number | null): string | null {
  if (code === null || code === 0 || OF_ANY_FORM.includes(code)) return null;
  if ([7, 8, 9, 10, 11, 28, 29, 44, 56, 59].includes(code)) return 'flat';
  if ([1, 2, 5, 13, 22].includes(code)) return code === 13 ? 'bungalow' : 'terraced';
  if ([3, 128].includes(code)) return 'semi_detached';
  if ([4, 21, 120, 131].includes(code)) return 'detached';
  if ([12, 14, 15].includes(code)) return 'bungalow';
  return 'other';
}

/** Words for a room, a part of a home, several homes or no home. They count even if other words name a kind of home. */
const NO_WHOLE_HOME = [
  /^block of|^((building|development|residential) )?(plots?|land|site)\b|^(lock ?up|(single|double|detached) )* ?garages?\b|^parking/,
  /\b(house|flat) ?share|^shared (house|flat|home|accommodation)|^((single|double|studio|en ?suite|shared) )*rooms?\b/,
  /house ?boat|guest ?house|lighthouse|ware ?house|public house|club ?house|boat ?house|park home|multiple occupation|\bhmo\b/,
];
const NO_HOME =
  /^(lock ?up|(single|double|detached) )* ?garages?\b|^(parking|car (park|space))|^((building|development|agricultural|farm) )?(plots?|land)\b|^storage\b|^(office|shop|retail|commercial|industrial|warehouse)\b/;
const FLAT =
  /flat|apartment|maisonette|studio|penthouse|duplex|triplex|\bbedsit|\bapts?\b|four in a block|tenement/;
const HOUSE = /house|cottage|villa|chalet|barn conversion/;
const ANY_FORM = /character|sheltered|retirement/;
const UNTOLD =
  /^(|n ?\/ ?a|none|any|all|other or unknown|unknown|unspecified|not (known|specified|recorded|set|applicable)|tbc|residential|(residential )?property|dwelling|home|new (home|build)|cluster( home)?)$/;
/** The letters of Price Paid Data. */
const LETTERS = new Map([
  ['d', 'detached'],
  ['s', 'semi_detached'],
  ['t', 'terraced'],
  ['f', 'flat'],
  ['o', 'other'],
]);

const plainOf = (text: string | null | undefined) =>
  (text ?? '')
    .toLowerCase()
    .replace(/[\s._-]+/g, ' ')
    .trim();

/** Whether a word names a house without its form. */
export function isHouseWord(text: string | null | undefined): boolean {
  return typeOfWord(text) === null && HOUSE.test(plainOf(text));
}

/** Whether a word names a garage, a parking space, land or business premises, where nobody lives. */
export function isNoHome(text: string | null | undefined): boolean {
  const plain = plainOf(text);
  return NO_HOME.test(plain) && !FLAT.test(plain) && !/house|bungalow|terrace/.test(plain);
}

/**
 * The property type for a word of an agent, a portal or a publisher; null if the word does not tell the type, as
 * `house`.
 */
export function typeOfWord(text: string | null | undefined): string | null {
  const plain = plainOf(text);
  const letter = LETTERS.get(plain);
  if (letter) return letter;
  if (NO_WHOLE_HOME.some((words) => words.test(plain))) return 'other';
  if (FLAT.test(plain)) return 'flat';
  if (/bungalow/.test(plain)) return 'bungalow';
  if (/\bsemi/.test(plain)) return 'semi_detached';
  if (/detached|\bdet\b/.test(plain)) return 'detached';
  if (/\bterr(aced?)?\b|terrace|\bmews\b|town ?house|back to back/.test(plain)) return 'terraced';
  return UNTOLD.test(plain) || HOUSE.test(plain) || ANY_FORM.test(plain) ? null : 'other';
}
