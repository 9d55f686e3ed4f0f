/** Cities whose districts had numbers before there were postcodes, with the letters of the postcodes that kept them. */
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
/** A county has no districts: GREATER MANCHESTER 12. */
const OF_CITY = '(?<=[,\\n] *|[A-Z] )(?<!GREATER )';
/** The letters of a district of London or Glasgow, with or without points. */
const LETTERS = '[NSEWC]\\.? ?[EWC]?\\.?';
const COUNTY =
  '(?:, *(?:[A-Z]+SHIRE|(?:[ENSW]\\.?|EAST|NORTH|SOUTH|WEST|GREATER|CO\\.?|COUNTY)? ?(?:YORKS|LANCS|WARKS|NOTTS|GLOS|YORKSHIRE|MIDLANDS|MANCHESTER|MERSEYSIDE|AVON|MIDLOTHIAN|LOTHIAN|LANARKSHIRE|NORTHUMBERLAND|ANTRIM|DOWN))[. ]*)?';
const DISTRICT = new RegExp(
  `${OF_CITY}(${CITY})(?: *[, ] *(${LETTERS}))? *[, ]? *([1-9][0-9]?)[. ]*(?=${COUNTY}[., ]*$)`,
);
/** 12 OAK ROAD, S.W.1: with its points it is a district of London where no city stands before it. */
const WITH_POINTS = /(?<!GLASGOW), *((?:[NS]\.? ?[EW]|[EW]\.? ?C|[NSEW])\.) ?([1-9][0-9]?)[. ]*$/;
const withoutPoints = (_: string, letters: string, number: string): string =>
  `, ${letters.replace(/[. ]/g, '')}${number}`;
/**
 * Districts that postcodes no longer have, with that of today; null if their homes are in several. The tenth district
 * of Manchester was M10 in the first postcodes too.
 */
const RECODED = new Map([
  ['M10', 'M40'],
  ['S19', 'S20'],
  ...['BS12', 'BS17', 'BS18', 'BS19', 'S30', 'S31'].map((district) => [district, null] as const),
]);
const IN_FORMER = new RegExp(
  `${OF_CITY}(${CITY}) *[, ] *(${[...RECODED.keys()].join('|')})[. ]*(?=${COUNTY}[., ]*$)`,
);
const MAY_END_SO = /[A-Z.,] ?[0-9]{1,2}[ .]*(?:,|$)/;

const OF_LONDON = ['E', 'EC', 'N', 'NW', 'SE', 'SW', 'W', 'WC'];

/**
 * The areas of the postcodes of a city that stands at the end of these words; none if it is no city with old districts.
 */
export function areasOfCityAt(words: readonly string[]): readonly string[] {
  if (words.at(-1) === 'LONDON') return OF_LONDON;
  const area =
    AREAS.get(words.at(-1)!) ?? (words.at(-1) === 'TYNE' ? AREAS.get(words.slice(-3).join(' ')) : undefined);
  return area === undefined ? [] : [area];
}

export const endsInDistrict = (text: string): boolean =>
  MAY_END_SO.test(text) && (DISTRICT.test(text) || IN_FORMER.test(text));

/**
 * LEEDS 6, LONDON N.1. and GLASGOW W.2 at the end of a text: the district of a city as it was written before there were
 * postcodes, which is the number of no home. It is written as that of a postcode if the number stayed the same (LEEDS,
 * LS6; LONDON, N1) or became one other, and left out otherwise. So is a district that postcodes no longer have. `text`
 * is in upper case and without its postcode.
 */
export function withDistrictsOfToday(text: string): string {
  if (!MAY_END_SO.test(text)) return text;
  if (WITH_POINTS.test(text)) return text.replace(WITH_POINTS, withoutPoints);
  if (IN_FORMER.test(text))
    return text.replace(IN_FORMER, (_, city: string, district: string) => ofToday(city, district));
  return text.replace(DISTRICT, (whole, city: string, letters: string | undefined, number: string) => {
    const side = letters?.replace(/[^A-Z]/g, '') ?? '';
    if (city === 'LONDON') return side === '' ? whole : `${city}, ${side}${number}`;
    const area = AREAS.get(city);
    if (area === undefined) return city;
    return side === '' ? ofToday(city, area + number) : whole;
  });
}

/** The city with its district as it is in postcodes of today, or without it. */
function ofToday(city: string, district: string): string {
  const now = RECODED.has(district) ? RECODED.get(district) : district;
  return now ? `${city}, ${now}` : city;
}
