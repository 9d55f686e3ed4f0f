import { cleanText } from '@domesday/files/values';

const TAG = /<\/?[a-z][^<>]*>/gi;
const ENTITY = /&(?:#(x[0-9a-f]{1,6}|\d{1,7})|([a-z]{2,6}\d{0,2}));/gi;
const LAST_CHARACTER = 0x10ffff;
/** The named entities in texts about homes and planning, including Welsh letters. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  pound: '£',
  euro: '€',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  frac14: '¼',
  acirc: 'â',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  icirc: 'î',
  ocirc: 'ô',
  ouml: 'ö',
  wcirc: 'ŵ',
  ycirc: 'ŷ',
};

/** Plain text of HTML, as web feeds hold it: tags become blanks, entities their characters; null if nothing is left. */
export function plainText(text: string | null | undefined): string | null {
  if (!text) return null;
  if (!/[<&\0]/.test(text)) return cleanText(text);
  const plain = text
    .replace(TAG, ' ')
    .replace(ENTITY, (whole, code: string | undefined, name: string | undefined) =>
      name ? (NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole) : character(code!),
    )
    .replace(/[\0\p{Cs}]/gu, '');
  return cleanText(plain);
}

function character(code: string): string {
  const value = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
  return value > 0 && value <= LAST_CHARACTER ? String.fromCodePoint(value) : ' ';
}
