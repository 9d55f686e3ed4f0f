import type { Schema } from '@domesday/contract';
import { type Terms, termsOf } from '@domesday/loading/licences';
import type { ValidRequest } from '../check/check-request.ts';
import { ApiError } from '../errors.ts';
import { headerJson } from '../forms/header-json.ts';

type Source = Schema<'Source'>;
type Meta = Schema<'Meta'>;
export type Notice = Schema<'LicenceNotice'>;

/** The null reason of a value, and the error code of an answer, that `exclude_licences` hides. */
const EXCLUDED = 'licence_excluded';

/** Fields whose text is an address or a part of one. */
const ADDRESS_FIELDS = new Set([
  ...['address', 'matched_spelling', 'property_address', 'proprietor_address', 'display_address'],
  ...['saon', 'paon', 'street', 'locality'],
]);

/** Parts of an answer that hold no address of a source: `normalised_input` is the caller's own. */
const CALLER_PARTS = new Set(['meta', 'normalised_input']);

/** Unless the operator says otherwise, the operator's address list is assumed to hold Royal Mail addresses. */
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

/** Notices as parallel columns: one row for each source and attribution. */
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

/** The notices as the text of a file that accompanies a download. */
export function noticeText(title: string, notices: readonly Notice[]): string {
  const parts = notices.map(({ licence, attributions, sources }) =>
    [licence, ...attributions, `Sources: ${sources.join(', ')}`].join('\n'),
  );
  return `${[title, ...parts].join('\n\n')}\n`;
}

/** The header that gives the licences of a file. */
export function licencesHeader(notices: readonly Notice[]): Record<string, string> {
  return notices.length === 0 ? {} : { 'X-Licences': headerJson(notices) };
}

/** A field of the answer, such as `epc` or `sections.income`, and a dataset that it rests on. */
export type FieldSource = readonly [field: string, dataset: string];

/**
 * How many rows a handler left out of a list, because their datasets are excluded. No figure of the answer counts them.
 */
export interface LeftOut {
  list: string;
  count: number;
}

/** What a handler reports about the origin of the parts of its answer. */
export interface Origins {
  /** null if the handler does not say: any figure may rest on any source. */
  fields: readonly FieldSource[] | null;
  rows: LeftOut | null;
  /** Fields for which an index was carried. */
  carried_fields: string[];
}

/** The licence terms that a request excludes. */
export function excludedIn({ query }: Pick<ValidRequest, 'query'>): string[] {
  return (query.exclude_licences as string[] | undefined) ?? [];
}

/**
 * Whether a source is under one of the excluded terms. `royal_mail` excludes no source, only the texts of addresses.
 */
export function isExcluded(source: Pick<Source, 'licence'> | null, excluded: readonly string[]): boolean {
  const terms = excluded.filter((one) => one !== 'royal_mail');
  return source !== null && terms.length > 0 && termsOf(source.licence).some((one) => terms.includes(one));
}

/**
 * Removes from an answer what is under the excluded terms, in place. Fields that rest on an excluded source become
 * null, and `meta` no longer mentions that source. The handler has already left out its rows. If the answer rests on an
 * excluded source in any other way, it is refused with a 404. `royal_mail` only nulls the texts of addresses.
 */
export function withoutExcluded<A extends { meta: Meta }>(
  answer: A,
  { fields, rows, carried_fields }: Origins,
  excluded: readonly string[],
  sourceNamed: (dataset: string) => Source | null,
): A & Pick<Schema<'LicensedAnswer'>, 'excluded_licences' | 'rows_left_out'> {
  const { meta } = answer;
  const values = answer as Record<string, unknown>;
  const fieldSources = new Set(fields?.map(([, dataset]) => dataset));
  const sources = new Map(meta.sources.map((source) => [source.id, source]));
  for (const id of fieldSources) {
    const source = sourceNamed(id);
    if (source) sources.set(id, source);
  }
  const under = (terms: readonly string[]) =>
    [...sources.values()].filter(({ licence }) => termsOf(licence).some((one: Terms) => terms.includes(one)));
  const whole = [...sources.values()].filter((source) => isExcluded(source, excluded));
  const excluded_ids = new Set(whole.map(({ id }) => id));
  const unnamed = whole.filter(({ id }) => !fieldSources.has(id));
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
    if (excluded_ids.has(dataset)) {
      forget(answer, field);
      forgotten.add(field);
    }
    if ((excluded_ids.has(dataset) || text) && setNull(values, field.split('.'))) leave(field);
  }
  for (const id of excluded_ids) forgetSource(meta, id);
  const rows_left_out = rows?.count ?? 0;
  if (rows && rows_left_out > 0)
    say(rows.list, `${rows.list}: rows that exclude_licences leaves out: ${rows_left_out}.`);
  const own = new Set(fields?.map(([field]) => field));
  if (postal.size > 0)
    for (const [name, value] of Object.entries(values))
      if (!CALLER_PARTS.has(name) && !own.has(name)) values[name] = withoutAddresses(value, name, leave);
  meta.sources = meta.sources.filter(({ id }) => !excluded_ids.has(id));
  if (isNothingLeft(answer) || carried_fields.every((field) => forgotten.has(field))) meta.carried = null;
  meta.licences = noticesOf(meta.sources);
  return { ...answer, excluded_licences: [...excluded], rows_left_out } as ReturnType<
    typeof withoutExcluded<A>
  >;
}

/** Fields that hold no data: what was asked, about which home, and how the answer was made. */
const NO_VALUE = new Set([...CALLER_PARTS, 'uprn', 'provenance', 'excluded_licences', 'rows_left_out']);

/**
 * Whether `exclude_licences` has left an answer without any source or any value. Under `royal_mail` the sources stay.
 */
export function isNothingLeft(answer: { meta: Meta }): boolean {
  const { sources, warnings } = answer.meta;
  if (!warnings.some(({ code }) => code === EXCLUDED)) return false;
  return (
    sources.length === 0 ||
    Object.entries(answer).every(([name, value]) => NO_VALUE.has(name) || value === null)
  );
}

/** Removes what the rest of the answer says about a field. */
function forget(answer: { meta: Meta; provenance?: Record<string, unknown> }, field: string): void {
  const { meta, provenance } = answer;
  if (provenance) delete provenance[field];
  const isOfField = (name: string | null) => name === field || name?.startsWith(`${field}.`);
  meta.warnings = meta.warnings.filter((one) => one.code === EXCLUDED || !isOfField(one.field));
  // The sample size counts the records of all fields together.
  meta.sample_size = null;
}

/** Removes what `meta` says about a source. */
function forgetSource(meta: Meta, id: string): void {
  meta.coverage = meta.coverage.filter(({ source }) => source !== id);
  const names = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  // An index may be made from several sources, such as `uk-hpi+repeat-sales@1`.
  if (names.test(meta.carried?.index ?? '')) meta.carried = null;
  meta.warnings = meta.warnings.filter(({ message }) => !names.test(message));
}

/**
 * Sets the value at a path to null; false if there was none. An object with a `reason` keeps its source and gets the
 * reason; its other fields become null.
 */
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

/** A refusal without its candidate addresses, which may come from excluded sources. */
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
 * A refusal for too few records says how many were found. If an excluded source is among those searched, the refusal
 * names only that source.
 */
export function withoutFoundCount(
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
