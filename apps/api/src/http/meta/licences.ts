import type { Schema } from '@domesday/contract';
import { type Terms, termsOf } from '@domesday/loading/licences';
import type { ValidRequest } from '../check/check-request.ts';
import { ApiError } from '../errors.ts';
import { headerJson } from '../forms/header-json.ts';

type Source = Schema<'Source'>;
type Meta = Schema<'Meta'>;
export type Notice = Schema<'LicenceNotice'>;

/** Reason of a value, and code of a refusal, that `exclude_licences` left out. */
const EXCLUDED = 'licence_excluded';

/** Fields whose text is an address or a part of one. */
const ADDRESS_FIELDS = new Set([
  ...['address', 'matched_spelling', 'property_address', 'proprietor_address', 'display_address'],
  ...['saon', 'paon', 'street', 'locality'],
]);

/** Parts of an answer that hold no source's addresses: `normalised_input` is the caller's own. */
const OF_CALLER = new Set(['meta', 'normalised_input']);

/** Where the operator does not say otherwise, its list is taken to have addresses of the Royal Mail. */
const OPERATORS_LIST = 'address-list';

/** The notices of sources, merged by licence. */
export function noticesOf(sources: readonly Pick<Source, 'id' | 'licence' | 'attribution'>[]): Notice[] {
  const notices = createNotices();
  for (const { id, licence, attribution } of sources)
    notices.add([{ licence, attributions: attribution ? [attribution] : [], sources: [id] }]);
  return notices.all();
}

/** Merges the notices of many answers. */
export function createNotices() {
  const merged = new Map<string, Notice>();
  const addTo = (list: string[], more: readonly string[]) => {
    for (const one of more) if (!list.includes(one)) list.push(one);
  };
  return {
    add(notices: readonly Notice[]): void {
      for (const { licence, attributions, sources } of notices) {
        const notice = merged.get(licence) ?? { licence, attributions: [], sources: [] };
        merged.set(licence, notice);
        addTo(notice.attributions, attributions);
        addTo(notice.sources, sources);
      }
    },
    all: (): Notice[] => [...merged.values()],
  };
}

/** Notices as columns of rows, each of one source and one attribution. */
export function noticeRows(notices: readonly Notice[]) {
  const sources = new Map<string, readonly [licence: string, attribution: string, source: string]>();
  for (const { licence, attributions, sources: ids } of notices)
    for (const source of ids)
      for (const attribution of attributions.length > 0 ? attributions : [''])
        sources.set(JSON.stringify([licence, attribution, source]), [licence, attribution, source]);
  const rows = [...sources.values()];
  const column = (i: 0 | 1 | 2) => rows.map((row) => row[i]);
  return { licences: column(0), attributions: column(1), sources: column(2) };
}

/** The notices as a text to keep beside a file. */
export function noticeText(title: string, notices: readonly Notice[]): string {
  const parts = notices.map(({ licence, attributions, sources }) =>
    [licence, ...attributions, `Sources: ${sources.join(', ')}`].join('\n'),
  );
  return `${[title, ...parts].join('\n\n')}\n`;
}

/** The header of a file. */
export function licencesHeader(notices: readonly Notice[]): Record<string, string> {
  return notices.length === 0 ? {} : { 'X-Licences': headerJson(notices) };
}

/** A field of the answer, such as `epc` or `sections.income`, and a dataset that it rests on. */
export type FieldSource = readonly [field: string, dataset: string];

/** A list of whose rows a handler has left out those from excluded datasets, so that no figure rests on them. */
export interface LeftOut {
  list: string;
  count: number;
}

/** What a handler says of where the parts of its answer are from. */
export interface Origins {
  /** null if it does not say it: any figure may rest on any source. */
  fields: readonly FieldSource[] | null;
  rows: LeftOut | null;
  /** Fields for which an index was carried. */
  carried_fields: string[];
}

/** The terms that a request leaves out. */
export function excludedIn({ query }: Pick<ValidRequest, 'query'>): string[] {
  return (query.exclude_licences as string[] | undefined) ?? [];
}

/** Whether a source is under one of these terms. Of `royal_mail` only the texts of addresses are left out. */
export function isExcluded(source: Pick<Source, 'licence'> | null, excluded: readonly string[]): boolean {
  const terms = excluded.filter((one) => one !== 'royal_mail');
  return source !== null && terms.length > 0 && termsOf(source.licence).some((one) => terms.includes(one));
}

/**
 * The answer without what is under the excluded terms. Fields that the handler says to rest on such a source are null,
 * and so is what `meta` tells of it; where the answer rests on one otherwise, it is refused. Rows from one were left
 * out by the handler. Under `royal_mail` only the texts of addresses are null. Changes the answer. Throws a 404.
 */
export function withoutExcluded<A extends { meta: Meta }>(
  answer: A,
  { fields, rows, carried_fields }: Origins,
  excluded: readonly string[],
  sourceNamed: (dataset: string) => Source | null,
): A & Pick<Schema<'LicensedAnswer'>, 'excluded_licences' | 'rows_left_out'> {
  const { meta } = answer;
  const values = answer as Record<string, unknown>;
  const ofFields = new Set(fields?.map(([, dataset]) => dataset));
  const sources = new Map(meta.sources.map((source) => [source.id, source]));
  for (const id of ofFields) {
    const source = sourceNamed(id);
    if (source) sources.set(id, source);
  }
  const under = (terms: readonly string[]) =>
    [...sources.values()].filter(({ licence }) => termsOf(licence).some((one: Terms) => terms.includes(one)));
  const whole = [...sources.values()].filter((source) => isExcluded(source, excluded));
  const left = new Set(whole.map(({ id }) => id));
  const unnamed = whole.filter(({ id }) => !ofFields.has(id));
  if (unnamed.length > 0) throw licenceRefusal(unnamed);

  const say = (field: string, message: string) => {
    if (!meta.warnings.some((one) => one.code === EXCLUDED && one.field === field))
      meta.warnings.push({ code: EXCLUDED, field, message });
  };
  const leave = (field: string) => say(field, `${field}: exclude_licences leaves it out.`);
  const postal = new Set(
    excluded.includes('royal_mail')
      ? [...under(['royal_mail']), ...under(['operator']).filter(({ id }) => id === OPERATORS_LIST)].map(
          ({ id }) => id,
        )
      : [],
  );
  const forgotten = new Set<string>();
  for (const [field, dataset] of fields ?? []) {
    const text = postal.has(dataset) && ADDRESS_FIELDS.has(field);
    if (left.has(dataset)) {
      forget(answer, field);
      forgotten.add(field);
    }
    if ((left.has(dataset) || text) && setNull(values, field.split('.'))) leave(field);
  }
  for (const id of left) forgetSource(meta, id);
  const rows_left_out = rows?.count ?? 0;
  if (rows && rows_left_out > 0)
    say(rows.list, `${rows.list}: rows that exclude_licences leaves out: ${rows_left_out}.`);
  const own = new Set(fields?.map(([field]) => field));
  if (postal.size > 0)
    for (const [name, value] of Object.entries(values))
      if (!OF_CALLER.has(name) && !own.has(name)) values[name] = withoutAddresses(value, name, leave);
  meta.sources = meta.sources.filter(({ id }) => !left.has(id));
  if (isNothingLeft(answer) || carried_fields.every((field) => forgotten.has(field))) meta.carried = null;
  meta.licences = noticesOf(meta.sources);
  return { ...answer, excluded_licences: [...excluded], rows_left_out } as ReturnType<
    typeof withoutExcluded<A>
  >;
}

/** What an answer tells beside its values: what was asked, of whom, and how it was made. */
const NO_VALUE = new Set([...OF_CALLER, 'uprn', 'provenance', 'excluded_licences', 'rows_left_out']);

/** Whether the excluded terms have left no source of an answer, or no value: of `royal_mail` the source stays. */
export function isNothingLeft(answer: { meta: Meta }): boolean {
  const { sources, warnings } = answer.meta;
  if (!warnings.some(({ code }) => code === EXCLUDED)) return false;
  return (
    sources.length === 0 ||
    Object.entries(answer).every(([name, value]) => NO_VALUE.has(name) || value === null)
  );
}

/** Takes out what is told of a field elsewhere in the answer. */
function forget(answer: { meta: Meta; provenance?: Record<string, unknown> }, field: string): void {
  const { meta, provenance } = answer;
  if (provenance) delete provenance[field];
  const isOfField = (name: string | null) => name === field || name?.startsWith(`${field}.`);
  meta.warnings = meta.warnings.filter((one) => one.code === EXCLUDED || !isOfField(one.field));
  // It counts the records of all fields together.
  meta.sample_size = null;
}

/** Takes out what is told of a source beside its fields. */
function forgetSource(meta: Meta, id: string): void {
  meta.coverage = meta.coverage.filter(({ source }) => source !== id);
  const names = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  // One index may be made of several, such as `uk-hpi+repeat-sales@1`.
  if (names.test(meta.carried?.index ?? '')) meta.carried = null;
  meta.warnings = meta.warnings.filter(({ message }) => !names.test(message));
}

/** Makes the value at a path null; false if there is none. Of an object with a `reason`, all but its source. */
function setNull(values: Record<string, unknown>, [name, ...rest]: string[]): boolean {
  const value = values[name!];
  if (value === null || value === undefined) return false;
  if (rest.length > 0) return setNull(value as Record<string, unknown>, rest);
  const parts = typeof value === 'object' && 'reason' in value ? Object.keys(value) : null;
  values[name!] = parts && {
    ...Object.fromEntries(parts.map((part) => [part, null])),
    source: (value as { source?: unknown }).source ?? null,
    reason: EXCLUDED,
  };
  return true;
}

/** A refusal shows nothing of the addresses that were nearest where some terms are excluded. */
export function withoutCandidates(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError) || !thrown.candidates) return thrown;
  const { status, code, message, details } = thrown;
  return new ApiError(status, code, message, { details });
}

function withoutAddresses(value: unknown, path: string, leave: (field: string) => void): unknown {
  const name = path.split('.').at(-1)!;
  if (typeof value === 'string' && ADDRESS_FIELDS.has(name)) {
    leave(path);
    return null;
  }
  if (Array.isArray(value)) return value.map((one) => withoutAddresses(one, path, leave));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutAddresses(inner, `${path}.${key}`, leave)]),
  );
}

/**
 * A refusal for lack of records tells how many were found; where some of them are under excluded terms, it says only
 * that.
 */
export function withoutFound(
  thrown: unknown,
  sources: readonly Source[],
  excluded: readonly string[],
): unknown {
  if (!(thrown instanceof ApiError) || thrown.code !== 'insufficient_data') return thrown;
  const hidden = sources.filter((source) => isExcluded(source, excluded));
  return hidden.length > 0 ? licenceRefusal(hidden) : thrown;
}

function licenceRefusal(sources: readonly Source[]): ApiError {
  const message = `The answer rests on ${sources.map(({ id }) => id).join(', ')}, which exclude_licences leaves out.`;
  return new ApiError(404, EXCLUDED, message, {
    details: sources.map(({ id, licence }) => ({ field: 'exclude_licences', issue: `${id}: ${licence}` })),
  });
}
