import { GIVEN, signsIn } from './given-signs.ts';

/** What a field of a form or record holds. The order is that in which the parts of an address are written. */
const ROLES = [
  'who',
  'unit',
  'name',
  'number',
  'street',
  'line',
  'place',
  'town',
  'county',
  'country',
  'postcode',
  'none',
] as const;
type Role = (typeof ROLES)[number];

const NAMES: [Role, string][] = [
  [
    'who',
    'organisation|organization|company(?: ?name)?|business(?: ?name)?|recipient|addressee|attention|name',
  ],
  [
    'unit',
    '(?:flat|unit|apartment|apt|room|suite)(?: ?(?:no|number|num|name))?\\.?|sub[ _-]?building(?: ?name)?|saon|secondary ?name',
  ],
  ['name', '(?:house|building|property|dwelling) ?name|building|house|property|premises|site|location'],
  [
    'number',
    '(?:house|building|property|door|street|premises?) ?(?:number|no|num)\\.?(?: ?(?:/|or) ?name)?|(?:house|building|property) ?names? ?(?:/|or|and) ?(?:number|no)\\.?|name ?(?:/|or) ?number|number|no|paon|primary ?name',
  ],
  ['street', 'street ?name|road ?name|street|road|thoroughfare|route'],
  [
    'line',
    '(?:(?:property|site|premises|postal|full|home|delivery|street|registered|correspondence|formatted|billing|shipping|customer) ?)?addr(?:ess)?(?: ?line)?(?: ?[1-9])?|(?:address ?)?line ?[1-9]|street ?(?:address ?)?[1-9]|re|to|from|subject|(?:deliver|delivery|ship|shipping|bill|billing|invoice)(?: to)?|d(?:ouble )?dependent ?street',
  ],
  ['place', '(?:double ?)?(?:dependent ?)?locality|village|area|neighbou?rhood|suburb|district|hamlet'],
  ['town', '(?:post(?:al)? ?)?town(?: ?(?:/|or) ?city)?|city(?: ?(?:/|or) ?town)?|address ?locality'],
  ['county', 'county|region|state|province|address ?region|administrative ?area'],
  ['country', '(?:address ?)?country(?: ?(?:code|name))?'],
  ['postcode', 'post(?:al)? ?code|zip(?: ?code)?|p ?code|eircode'],
  [
    'none',
    'id|uprn|usrn|udprn|lat(?:itude)?|l(?:ng|ong?|ongitude)|easting|northing|phone|tel(?:ephone)?|mobile|e-?mail|@?type',
  ],
];
const ROLE_OF = NAMES.map(([role, names]) => [role, new RegExp(`^(?:${names})$`, 'i')] as const);

/** ADDRESS_LINE_1, addressLine1 and Address line 1 in one spelling, apart from case. */
const plainName = (name: string): string =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/[ _.-]+/g, ' ')
    .trim();

/** Null if no field of an address has this name. */
function roleOf(name: string): Role | null {
  const plain = plainName(name);
  return ROLE_OF.find(([, names]) => names.test(plain))?.[0] ?? null;
}

interface Field {
  role: Role | null;
  name: string;
  value: string;
}

const WITHOUT_VALUE = /^(?:null|none|nan|undefined|n\/?a|nil|#n\/a|-+|\.|true|false)?$/i;
const UNITED_KINGDOM = /^(?:gb|gbr|uk|u\.k\.|united kingdom|great britain)$/i;
/** The number or letter of a flat, without the word for it. */
const BARE_UNIT = /^(?:[0-9]{1,4}[a-z]?|[a-z])(?![a-z0-9'/-])/i;
const BARE_NUMBER = /^[0-9]+ ?[a-z]?(?: ?[-/] ?[0-9]+ ?[a-z]?)?$/i;

/** Joins the fields of a record to one address, whatever their order. */
function joined(fields: readonly Field[]): string {
  const rank = ({ role }: Field): number => (role === null ? ROLES.indexOf('line') : ROLES.indexOf(role));
  const given = fields
    .map(({ value, ...field }) => ({
      ...field,
      value: value.replace(/\s+/g, ' ').replace(/^[\s,;|]+|[\s,;|]+$/g, ''),
    }))
    .filter(({ role, value }) => role !== 'none' && !WITHOUT_VALUE.test(value))
    .filter(({ role, value }) => role !== 'country' || !UNITED_KINGDOM.test(value))
    // The sort is stable, so address lines keep their order; a number or flat goes before them.
    .sort((a, b) => rank(a) - rank(b));
  let text = '';
  for (const [i, { role, name, value }] of given.entries()) {
    const word =
      role === 'unit' && BARE_UNIT.test(value) ? `${/room|unit|suite/i.exec(name)?.[0] ?? 'Flat'} ` : '';
    const before = given[i - 1];
    const numbered = before?.role === 'number' && BARE_NUMBER.test(before.value) && role !== 'town';
    text += `${i === 0 ? '' : numbered ? ' ' : ', '}${word}${value}`;
  }
  return text;
}

const JSON_FIELD =
  /(["'])([\w@ .-]{1,40})\1\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.|'(?=[a-z]))*)'|([0-9][0-9.]*|null|None|true|false))/gi;

/** The address in a JSON record; `text` itself if no field of the record belongs to an address. */
function addressInJson(text: string): string {
  const fields: Field[] = [];
  for (const [, , name, double, single, bare] of text.matchAll(JSON_FIELD)) {
    const value = (double ?? single ?? bare!).replace(/\\[nrt]/g, ', ').replace(/\\(["'/\\])/g, '$1');
    fields.push({ role: roleOf(name!), name: name!, value });
  }
  return fields.some(({ role }) => role !== null) ? joined(fields) : text;
}

const ANY_NAME = NAMES.filter(([role]) => role !== 'none')
  .map(([, names]) => names)
  .join('|')
  .replaceAll(' ?', '[ _-]?');
const LABEL = new RegExp(`(?:^|[\\n,;|(\\[.]\\s*|\\s|["'])\\b(${ANY_NAME})["']?\\s*[:=]+`, 'gi');
/** TOWN - XANBURY as a whole part. */
const DASHED = new RegExp(`(^|[,;|]) *(${ANY_NAME}) +[-\\u2013\\u2014] +`, 'gim');

/**
 * Turns `TOWN - XANBURY` into `TOWN: XANBURY`, if two labels have a dash or the text begins with ADDRESS. A single dash
 * may belong to a name.
 */
const withColons = (text: string): string =>
  (text.match(DASHED)?.length ?? 0) > 1 || /^\s*address /i.test(text)
    ? text.replace(DASHED, '$1 $2: ')
    : text;

/** The address in a form with labelled fields; the text before the first label comes first, unless it is a greeting. */
function addressInLabels(given: string): string {
  const text = DASH.test(given) ? withColons(given) : given;
  const labels = [...text.matchAll(LABEL)];
  if (labels.length === 0) return text;
  const beforeLabels = text.slice(0, labels[0]!.index);
  const fields = labels.map((found, i): Field => {
    const from = found.index + found[0].length;
    return { role: roleOf(found[1]!), name: found[1]!, value: text.slice(from, labels[i + 1]?.index) };
  });
  const rest = joined(fields);
  return GREETING.test(beforeLabels) ? rest : `${beforeLabels.replace(/[\s,;|]+$/, '')}, ${rest}`;
}
const DASH = / [-\u2013\u2014] /;
/** HELLO, MY ADDRESS: 12 OAK ROAD. */
const GREETING = /^[^a-z0-9]*(?:hi|hello|hey)?[^a-z0-9]*(?:(?:my|our|the)\b)?[^a-z0-9]*$/i;

/** Separators of the fields of an export, used only where the text has no comma. */
const SEPARATOR = / *(?:[|\r\n\t]|(?<!&#?[a-z0-9]{1,7});)+ */gi;
const BROKEN_WORD = /-[ \t]*\r?\n/;

/** The address in the link of a map. */
const MAP_LINK =
  /https?:\/\/\S*?(?:\/(?:place|search|dir)\/+|[?&](?:q|query|address|daddr|destination|near)=)([^&\s/@]+)\S*/i;
const OF_LETTERS = /[a-z]{3}/i;

function queryValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const withoutLinks = (text: string): string =>
  text.replace(MAP_LINK, (whole, address: string) => {
    const plain = queryValue(address);
    return OF_LETTERS.test(plain) ? ` ${plain} ` : whole;
  });

/**
 * The address in a record (`{"line1": "12 Oak Road", "postcode": "XE1 1AA"}`), a form (`House number: 12 Street: Oak
 * Road`) or the link of a map, as one line. Other texts are returned unchanged.
 */
export function withoutForm(address: string, signs = signsIn(address)): string {
  if ((signs & SIGNS) === 0 || !SIGN.test(address)) return address;
  const text = address.includes('://') ? withoutLinks(address) : address;
  const plain = /^\s*[[{]/.test(text) ? addressInJson(text) : addressInLabels(text);
  return plain.includes(',') || BROKEN_WORD.test(plain) ? plain : plain.replace(SEPARATOR, ', ');
}
const SIGNS = GIVEN.odd | GIVEN.dash;
const SIGN = /[:={|;\n\t]|^[a-z][\w ]{2,20} [-\u2013\u2014] /i;
