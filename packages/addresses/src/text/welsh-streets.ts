import { areaOf } from '../postcode.ts';

/** Postcode areas where streets have names in Welsh and in English. */
const AREAS = new Set(['CF', 'CH', 'HR', 'LD', 'LL', 'NP', 'SA', 'SY']);

/** The most frequent names of streets: Welsh with the article, and English. */
const CALLED: readonly (readonly [string, string])[] = [
  ['yr eglwys', 'church'],
  ['yr orsaf', 'station'],
  ['yr ysgol', 'school'],
  ['y parc', 'park'],
  ['y felin', 'mill'],
  ['y bont', 'bridge'],
  ['y capel', 'chapel'],
  ['y castell', 'castle'],
  ['y farchnad', 'market'],
  ['y frenhines', 'queen'],
  ['y brenin', 'king'],
  ['y ficerdy', 'vicarage'],
  ['yr afon', 'river'],
  ['y dwr', 'water'],
  ['newydd', 'new'],
];
const TO_ENGLISH = new Map(CALLED);
const TO_WELSH = new Map(CALLED.map(([welsh, english]) => [english, welsh] as const));

const WELSH =
  /(^|, *|[0-9][a-z]? )(heol|stryd|ffordd|l[o\u00f4]n) ((?:(?:y|yr) )?[a-z\u0175]+)(?= *(?:,|$))/i;
const ENGLISH = /(^|, *|[0-9][a-z]? )([a-z]+)(?:'?s)? (road|street|lane)(?= *(?:,|$))/i;
const TYPES: Record<string, readonly string[]> = {
  HEOL: ['Road', 'Street'],
  STRYD: ['Street'],
  FFORDD: ['Road'],
  LON: ['Lane'],
  ROAD: ['Heol', 'Ffordd'],
  STREET: ['Stryd', 'Heol'],
  LANE: ['Lon'],
};

/** The text with its street translated, in each form: 12 CHURCH ROAD for 12 HEOL YR EGLWYS, and the reverse. */
export function withStreetTranslated(address: string, postcode: string | null): string[] {
  if (postcode === null || !AREAS.has(areaOf(postcode))) return [];
  const welsh = WELSH.exec(address);
  const [whole, before, first, second] = (welsh ?? ENGLISH.exec(address) ?? []) as (string | undefined)[];
  if (whole === undefined || first === undefined || second === undefined) return [];
  const at = address.indexOf(whole);
  const [type, name] = welsh ? [first, second] : [second, first];
  const translated = forms(type.toUpperCase().replace('\u00d4', 'O'), name.toLowerCase(), welsh !== null);
  return translated.map(
    (street) => address.slice(0, at) + before + street + address.slice(at + whole.length),
  );
}

function forms(type: string, name: string, fromWelsh: boolean): string[] {
  if (type === 'STRYD' && name === 'fawr') return ['High Street'];
  if (type === 'STREET' && name === 'high') return ['Stryd Fawr'];
  const other = fromWelsh ? TO_ENGLISH.get(name.replace('\u0175', 'w')) : TO_WELSH.get(name);
  if (other === undefined) return [];
  return TYPES[type]!.map((word) => (fromWelsh ? `${other} ${word}` : `${word} ${other}`));
}
