/** Cities that had numbered districts before postcodes, with the postcode area that kept the numbers. */
const AREAS = new Map([
  ['BELFAST', 'BT'],
  ['BIRMINGHAM', 'B'],
  ['BRADFORD', 'BD'],
  ['BRISTOL', 'BS'],
  ['EDINBURGH', 'EH'],
  ['LEEDS', 'LS'],
  ['LIVERPOOL', 'L'],
  ['MANCHESTER', 'M'],
  ['NEWCASTLE', 'NE'],
  ['NEWCASTLE UPON TYNE', 'NE'],
  ['NOTTINGHAM', 'NG'],
  ['SALFORD', 'M'],
  ['SHEFFIELD', 'S'],
]);
const CITY = `${[...AREAS.keys()].sort((a, b) => b.length - a.length).join('|')}|GLASGOW|LONDON`;
/** Before the city: a comma, a line break or a word. GREATER MANCHESTER is a county and had no such districts. */
const BEFORE_CITY = '(?<=[,\\n] *|[A-Z] )(?<!GREATER )';
/** The letters of a district of London or Glasgow, with or without points. */
const LETTERS = '[NSEWC]\\.? ?[EWC]?\\.?';
const COUNTY =
  '(?:, *(?:[A-Z]+SHIRE|(?:[ENSW]\\.?|EAST|NORTH|SOUTH|WEST|GREATER|CO\\.?|COUNTY)? ?(?:YORKS|LANCS|WARKS|NOTTS|GLOS|YORKSHIRE|MIDLANDS|MANCHESTER|MERSEYSIDE|AVON|MIDLOTHIAN|LOTHIAN|LANARKSHIRE|NORTHUMBERLAND|ANTRIM|DOWN))[. ]*)?';
const DISTRICT = new RegExp(
  `${BEFORE_CITY}(${CITY})(?: *[, ] *(${LETTERS}))? *[, ]? *([1-9][0-9]?)[. ]*(?=${COUNTY}[., ]*$)`,
);
/** 12 OAK ROAD, S.W.1: letters with full stops are a district of London, even if the city is not named. */
const WITH_POINTS = /(?<!GLASGOW), *((?:[NS]\.? ?[EW]|[EW]\.? ?C|[NSEW])\.) ?([1-9][0-9]?)[. ]*$/;
const withoutPoints = (_: string, letters: string, number: string): string =>
  `, ${letters.replace(/[. ]/g, '')}${number}`;
/**
 * Outcodes that no longer exist -> the present outcode, or null if their homes are in several. The tenth district of
 * Manchester was M10 in the first postcodes too.
 */
const RECODED = new Map([
  ['M10', 'M40'],
  ['S19', 'S20'],
  ...['BS12', 'BS17', 'BS18', 'BS19', 'S30', 'S31'].map((district) => [district, null] as const),
]);
const IN_FORMER = new RegExp(
  `${BEFORE_CITY}(${CITY}) *[, ] *(${[...RECODED.keys()].join('|')})[. ]*(?=${COUNTY}[., ]*$)`,
);
const MAY_END_SO = /[A-Z.,] ?[0-9]{1,2}[ .]*(?:,|$)/;

const LONDON_DISTRICTS = ['E', 'EC', 'N', 'NW', 'SE', 'SW', 'W', 'WC'];

/** The postcode areas of the city that these words end with; empty if they end with no city of numbered districts. */
export function areasOfCityAt(words: readonly string[]): readonly string[] {
  if (words.at(-1) === 'LONDON') return LONDON_DISTRICTS;
  const area =
    AREAS.get(words.at(-1)!) ?? (words.at(-1) === 'TYNE' ? AREAS.get(words.slice(-3).join(' ')) : undefined);
  return area === undefined ? [] : [area];
}

export const endsInDistrict = (text: string): boolean =>
  MAY_END_SO.test(text) && (DISTRICT.test(text) || IN_FORMER.test(text));

/**
 * Replaces a district from before postcodes at the end of a text (LEEDS 6, LONDON N.1., GLASGOW W.2), so that its
 * number is not read as that of a home. It becomes an outcode if the number was kept (LEEDS, LS6; LONDON, N1) or became
 * another, and is removed otherwise (GLASGOW). Outcodes that no longer exist (MANCHESTER M10) are replaced too. `text`
 * is in upper case and without its postcode.
 */
export function withDistrictsOfToday(text: string): string {
  if (!MAY_END_SO.test(text)) return text;
  if (WITH_POINTS.test(text)) return text.replace(WITH_POINTS, withoutPoints);
  if (IN_FORMER.test(text))
    return text.replace(IN_FORMER, (_, city: string, district: string) => withPresentOutcode(city, district));
  return text.replace(DISTRICT, (whole, city: string, letters: string | undefined, number: string) => {
    const side = letters?.replace(/[^A-Z]/g, '') ?? '';
    if (city === 'LONDON') return side === '' ? whole : `${city}, ${side}${number}`;
    const area = AREAS.get(city);
    if (area === undefined) return city;
    return side === '' ? withPresentOutcode(city, area + number) : whole;
  });
}

/** The city with the present outcode of the district, or alone if the district has none or several. */
function withPresentOutcode(city: string, district: string): string {
  const now = RECODED.has(district) ? RECODED.get(district) : district;
  return now ? `${city}, ${now}` : city;
}
