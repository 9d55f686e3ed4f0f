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
/** The arguments as a model gave them, and as coerced to the schema. */
interface Call {
  given: Arguments;
  values: Arguments;
}
type Fault = NonNullable<ReadyTool['validate']['errors']>[number];

export const A_POLYGON =
  'a GeoJSON object, such as {"type":"Polygon","coordinates":[[[lng,lat],[lng,lat],[lng,lat],[lng,lat]]]} with the first point again at the end';
const FINDS_UPRN = 'svc_match_address finds the UPRN of an address with its postcode';
/** Without this a model would search for it with one tool after another. */
const NO_TITLE = 'no tool finds the title number of a home, so ask the user for it';
/** Values that no list has, because every answer contains what they ask for. */
const ALWAYS_ANSWERED: Record<string, string> = {
  broadband: 'Every answer of this tool has the broadband.',
};
/** Argument names by which models give a place in words. No tool takes such an argument. */
const PLACE_IN_WORDS =
  /^(location|place|town|city|village|area|region|county|district|street|road|address|council|(local_)?authority)(_name)?$/i;

/** Argument names by which models give a period by its days. The tools of areas take months back from today instead. */
const PERIOD_IN_DAYS =
  /^((date|day|month|period)_)?(from|to|start|end|since|until|after|before|date|year|month|quarter|period)(_(date|day|month))?$/i;

/** Argument names by which models ask for the answer of a past day, as the tool for sale values accepts it. */
const PAST_DAY = /^(as_?of|on|at|release|snapshot)(_?(date|day))?$/i;

/** Argument names by which models ask for good schools. No list can be filtered by inspection. */
const INSPECTION = /rating|ofsted|inspect|outstanding/i;

/** One sentence for each fault. It names the argument, what it accepts, and the tool that finds the value. */
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

/**
 * The status and code that the REST layer would use: it checks the names in an address before it checks what is
 * missing.
 */
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
  const refusal = `There is no argument ${shown.join(' or ')}; ${allowed || 'this tool takes none'}.`;
  const asked = (pattern: RegExp) => names.some((name) => pattern.test(String(name)));
  const [period, past] = [asked(PERIOD_IN_DAYS), asked(PAST_DAY)];
  const since = period || past ? howLong(properties) : '';
  const day = past || (period && properties.as_of) ? pastDay(properties) : '';
  const inspected =
    properties.phase && asked(INSPECTION) ? ' Each school of an answer has its latest inspection.' : '';
  const issue = `${refusal}${since}${day}${inspected}`;
  if (!properties.postcode || !asked(PLACE_IN_WORDS)) return issue;
  if (properties.min_score) return `${issue} A place is named among the words of q.`;
  const [by, them] = properties.outcode ? ['postcode or outcode', 'them'] : ['postcode', 'it'];
  return `${issue} A place is given by its ${by}; svc_search_address finds addresses with ${them} by its name.`;
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
      return `${subject} must be one of ${(params.allowedValues as unknown[]).join(', ')}.${alwaysAnswered(at, values)}`;
    case 'const':
      return `${subject} must be ${JSON.stringify(params.allowedValue)}.`;
    case 'type':
      return `${subject} must be ${at === 'polygon' ? A_POLYGON : typeWords(String(params.type), at, given)}${members(at, properties)}.`;
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

/** How to find a value that a model does not have. */
function whereFound(name: unknown): string {
  if (name === 'uprn') return `; ${FINDS_UPRN}`;
  return name === 'title_number' ? `; ${NO_TITLE}` : '';
}

function alwaysAnswered(at: string, values: Arguments): string {
  const words = ALWAYS_ANSWERED[String(valueIn(at, values)).toLowerCase()];
  return words ? ` ${words}` : '';
}

/** The value of a list that a fault is about; undefined if the fault is about anything else. */
function valueIn(at: string, values: Arguments): unknown {
  const [name, index, ...further] = at.split('.');
  const list = values[name!];
  return Array.isArray(list) && further.length === 0 ? list[Number(index)] : undefined;
}

/**
 * The subject of a sentence: an argument, or a value in its list. The value itself is shown, since models do not count
 * positions in a list.
 */
function subjectOf(at: string, values: Arguments): string {
  const value = valueIn(at, values);
  return typeof value === 'string' || typeof value === 'number'
    ? `The argument "${at.split('.')[0]}" holds "${short(value)}", which`
    : `The argument "${at}"`;
}

/** Names the unit of a number. A model that only drops "sq ft" would ask for another home and be charged. */
function typeWords(type: string, at: string, given: Arguments): string {
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

/** Lists the members of an object in a list, if a model gave words such as "two flats" instead of the object. */
function members(at: string, properties: Record<string, Schema>): string {
  const members_of_item = /^\w+\.\d+$/.test(at) ? schemaAt(at, properties)?.properties : undefined;
  return members_of_item ? `; ${listed(members_of_item)}` : '';
}

function listed(properties: Record<string, Schema>): string {
  const names = Object.keys(properties);
  return names.length ? `there are ${names.join(', ')}` : '';
}

/** Names the longest argument of a call that is too long for the REST layer. */
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
