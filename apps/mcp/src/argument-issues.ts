import type { ReadyTool } from './toolset.ts';
import { UNITS } from './units.ts';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

type Arguments = Record<string, unknown>;
/** What a model gave, and the same coerced to the schema. */
interface Call {
  given: Arguments;
  values: Arguments;
}
type Fault = NonNullable<ReadyTool['validate']['errors']>[number];

const A_POLYGON =
  'a GeoJSON object, such as {"type":"Polygon","coordinates":[[[lng,lat],[lng,lat],[lng,lat],[lng,lat]]]} with the first point again at the end';
const FINDS_UPRN = 'svc_match_address finds the UPRN of an address with its postcode';
/** A model would else look for it with one tool after the other. */
const NO_TITLE = 'no tool finds the title number of a home, so ask the user for it';
/** Values that no list has since the answer has what they ask for anyhow. */
const TOLD_ANYHOW: Record<string, string> = { broadband: 'Every answer of this tool has the broadband.' };
/** Names under which models give a place in words, which no tool takes. */
const PLACE_IN_WORDS =
  /^(location|place|town|city|village|area|region|county|district|street|road|address|council|(local_)?authority)(_name)?$/i;

/** Names under which models give a period by its days, which the tools of areas take in months back from today. */
const PERIOD_IN_DAYS =
  /^((date|day|month|period)_)?(from|to|start|end|since|until|after|before|date|year|month|quarter|period)(_(date|day|month))?$/i;

/** Names under which models ask for the answer of a past day, as the tool for sale values takes it. */
const PAST_DAY = /^(as_?of|on|at|release|snapshot)(_?(date|day))?$/i;

/** Names under which models ask for good schools, by which no list is narrowed. */
const INSPECTION = /rating|ofsted|inspect|outstanding/i;

/** A sentence for each fault, which names the argument, what it takes, and where another tool finds it. */
export function issuesOf(faults: Fault[], { properties = {} }: Schema, call: Call): string[] {
  const unknown = faults.filter(({ keyword, instancePath }) => isUnknown(keyword) && !instancePath);
  const others = faults.filter((fault) => !unknown.includes(fault));
  return [
    ...new Set([
      ...others.map((fault) => issueOf(fault, properties, call)),
      ...(unknown.length ? [unknownIssue(unknown.map(nameOf), properties)] : []),
    ]),
  ];
}

export interface Refusal {
  status: 400 | 422 | 431;
  code: 'missing_parameter' | 'unknown_parameter' | 'invalid_parameter' | 'uri_too_long';
}

export const TOO_LONG: Refusal = { status: 431, code: 'uri_too_long' };

/** The status and code of the REST layer, which reads the names in an address before it looks for what is missing. */
export function refusalOf(faults: Fault[], method: string): Refusal {
  const unknown = faults.some(({ keyword }) => isUnknown(keyword));
  const missing = faults.some(({ keyword }) => keyword === 'required');
  if (missing && !(unknown && method === 'get')) return { status: 400, code: 'missing_parameter' };
  return { status: 422, code: unknown ? 'unknown_parameter' : 'invalid_parameter' };
}

const isUnknown = (keyword: string): boolean => keyword === 'additionalProperties';
const nameOf = ({ params }: Fault): unknown => (params as Arguments).additionalProperty;

function unknownIssue(names: unknown[], properties: Record<string, Schema>): string {
  const shown = names.slice(0, 4).map((name) => `"${short(name)}"`);
  const allowed = listed(properties);
  const told = `There is no argument ${shown.join(' or ')}; ${allowed || 'this tool takes none'}.`;
  const asked = (pattern: RegExp) => names.some((name) => pattern.test(String(name)));
  const [period, past] = [asked(PERIOD_IN_DAYS), asked(PAST_DAY)];
  const since = period || past ? howLong(properties) : '';
  const day = past || (period && properties.as_of) ? pastDay(properties) : '';
  const inspected =
    properties.phase && asked(INSPECTION) ? ' Each school of an answer has its latest inspection.' : '';
  const none = `${told}${since}${day}${inspected}`;
  if (!properties.postcode || !asked(PLACE_IN_WORDS)) return none;
  if (properties.min_score) return `${none} A place is named among the words of q.`;
  const [by, them] = properties.outcode ? ['postcode or outcode', 'them'] : ['postcode', 'it'];
  return `${none} A place is given by its ${by}; svc_search_address finds addresses with ${them} by its name.`;
}

function howLong({ months, days, history_months }: Record<string, Schema>): string {
  if (!months && !days) return '';
  const each = history_months ? '; history_months gives each month' : '';
  return ` A period is given by ${months ? 'months' : 'days'}, back from today${each}.`;
}

function pastDay({ as_of, from }: Record<string, Schema>): string {
  if (from) return '';
  return as_of
    ? ' A past day is given by as_of.'
    : ' This tool answers as of today; of all tools svc_valuation_sale alone takes a past day, by as_of.';
}

function issueOf(error: Fault, properties: Record<string, Schema>, { given, values }: Call): string {
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const subject = subjectOf(at, values);
  const params = error.params as Arguments;
  switch (error.keyword) {
    case 'required':
      return `The argument "${join(at, params.missingProperty)}" is missing${whereFound(params.missingProperty)}.`;
    case 'additionalProperties':
      return `"${join(at, nameOf(error))}" is not known; ${listed(schemaAt(at, properties)?.properties ?? {})}.`;
    case 'enum':
      return `${subject} must be one of ${(params.allowedValues as unknown[]).join(', ')}.${toldAnyhow(at, values)}`;
    case 'const':
      return `${subject} must be ${JSON.stringify(params.allowedValue)}.`;
    case 'type':
      return `${subject} must be ${at === 'polygon' ? A_POLYGON : ofType(String(params.type), at, given)}${members(at, properties)}.`;
    case 'minItems':
      return `${subject} must hold at least ${params.limit} ${params.limit === 1 ? 'value' : 'values'}.`;
    case 'pattern':
      return at === 'uprn'
        ? `The argument "uprn" must be 1 to 12 digits${whereFound(at)}.`
        : `The argument "${at}" must be of this form: ${properties[at]?.description}${whereFound(at)}.`;
    default:
      return `${subject} ${error.message ?? 'is not valid'}.`;
  }
}

/** What to do for an argument that a model has not got. */
function whereFound(name: unknown): string {
  if (name === 'uprn') return `; ${FINDS_UPRN}`;
  return name === 'title_number' ? `; ${NO_TITLE}` : '';
}

function toldAnyhow(at: string, values: Arguments): string {
  const words = TOLD_ANYHOW[String(valueIn(at, values)).toLowerCase()];
  return words ? ` ${words}` : '';
}

/** The value of a list that a fault is of; undefined where it is of another thing. */
function valueIn(at: string, values: Arguments): unknown {
  const [name, index, ...further] = at.split('.');
  const list = values[name!];
  return Array.isArray(list) && further.length === 0 ? list[Number(index)] : undefined;
}

/**
 * What a sentence is about: an argument, or the value of a list that it holds, since models see no places in a list.
 */
function subjectOf(at: string, values: Arguments): string {
  const value = valueIn(at, values);
  return typeof value === 'string' || typeof value === 'number'
    ? `The argument "${at.split('.')[0]}" holds "${short(value)}", which`
    : `The argument "${at}"`;
}

/** Names the unit of a number: a model that only drops "sq ft" would ask for another home, and be charged. */
function ofType(type: string, at: string, given: Arguments): string {
  const words = `of type ${type.replaceAll(',', ' or ')}`;
  if (!/number|integer/.test(type)) return words;
  const unit = UNITS.find(({ ending }) => at.endsWith(ending))?.words;
  const sent = given[at];
  return [
    words,
    ...(unit ? [`in ${unit}`] : []),
    ...(typeof sent === 'string' ? [`not "${short(sent)}"`] : []),
  ].join(', ');
}

/** The schema of an object in a list, such as `units.0`. */
function schemaAt(at: string, properties: Record<string, Schema>): Schema | undefined {
  return properties[at.split('.')[0]!]?.items;
}

/** What an object of a list has, since one in words, such as "two flats", is no object. */
function members(at: string, properties: Record<string, Schema>): string {
  const of_item = /^\w+\.\d+$/.test(at) ? schemaAt(at, properties)?.properties : undefined;
  return of_item ? `; ${listed(of_item)}` : '';
}

function listed(properties: Record<string, Schema>): string {
  const names = Object.keys(properties);
  return names.length ? `there are ${names.join(', ')}` : '';
}

/** Names the longest argument of a call that is longer than the REST layer reads. */
export function tooLong(values: Arguments): string {
  const lengths = Object.entries(values).map(([name, value]) => [name, characters(value)] as const);
  const [name, length] = lengths.reduce((longest, one) => (one[1] > longest[1] ? one : longest));
  return `The argument "${name}" is too long, ${length.toLocaleString('en-GB')} characters: all arguments together may have about 15,000.`;
}

function characters(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}

function join(at: string, name: unknown): string {
  return at ? `${at}.${short(name)}` : short(name);
}

function short(name: unknown): string {
  // Some clients end a line of the event stream at Unicode line separators.
  return String(name)
    .slice(0, 60)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
