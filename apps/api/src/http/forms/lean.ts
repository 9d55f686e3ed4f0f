import type { Schema } from '@domesday/contract';
import { NULL_REASONS } from '../meta/null-reasons.ts';

type Meta = Schema<'Meta'>;
type LeanMeta = Schema<'LeanMeta'>;

/** Boolean fields that the lean form gives only where they are true. */
const MARKS = new Set(['provisional', 'property_specific', 'nearest_complete', 'and_more', 'rent_and_more']);

/**
 * The answer in its lean form, for callers who pay for every token: a short `meta`, and within lists and objects no
 * null or empty value, no period equal to that of `meta`, and no mark that is false. Fields at the top level stay,
 * whatever they hold.
 */
export function leanAnswer({ meta, ...answer }: { meta: Meta }): Schema<'LeanAnswer'> {
  const fields = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, filled(value, meta)]),
  );
  return { ...fields, meta: leanMeta(meta, fields) };
}

/** The value without null and empty fields, periods that `meta` repeats, and false marks, at every depth. */
function filled(value: unknown, meta: Meta): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => filled(one, meta));
  // A loop, since building lists of entries would take longer than the rest of the answer.
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const inner = filled((value as Record<string, unknown>)[name], meta);
    if (!isEmpty(inner) && !isUnderstood(name, inner, meta)) fields[name] = inner;
  }
  return fields;
}

function isUnderstood(name: string, value: unknown, { period }: Meta): boolean {
  if (value === false) return MARKS.has(name);
  if (name !== 'period' || !period) return false;
  const { from, to } = value as Partial<typeof period>;
  return from === period.from && to === period.to;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether the answer has a value for the field that a warning names. */
function isKnown(fields: Record<string, unknown>, field: string): boolean {
  let value: unknown = fields;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return !isEmpty(value);
}

/**
 * The short `meta`: nothing null or empty, sources by id and release, null fields by reason. It needs no request id,
 * which is in X-Request-Id and in the `_meta` of a tool result.
 */
function leanMeta(meta: Meta, fields: Record<string, unknown>): LeanMeta {
  const { as_of, period, sample_size, minimum_sample, confidence, basis, geography, carried } = meta;
  const isGap = (one: Schema<'Warning'>) => isReason(one) && !isKnown(fields, one.field!);
  const unknown = byCode(meta.warnings.filter(isGap));
  const cautions = meta.warnings.filter((one) => !isGap(one));
  const coverage = meta.coverage.filter((one) => one.status !== 'covered');
  return {
    as_of,
    ...(meta.fictional && { fictional: true as const }),
    ...(period && { period: `${period.from}/${period.to}` }),
    ...(sample_size !== null && { sample_size }),
    ...(minimum_sample !== null && { minimum_sample }),
    ...(confidence && { confidence }),
    ...(basis && { basis }),
    ...(geography && { area: areaOf(geography) }),
    ...(geography?.widened_from && { widened_from: geography.widened_from }),
    ...(carried && { carried: `${carried.index} ${carried.area} ${carried.last_month} +${carried.months}` }),
    sources: meta.sources.map(({ id, release }) => (release ? `${id} ${release}` : id)),
    ...(coverage.length && { coverage: coverage.map(coverageOf) }),
    ...(Object.keys(unknown).length && { unknown }),
    ...(cautions.length && { warnings: cautions.map(cautionOf) }),
  };
}

/** Whether a warning says why a field, or a part of one, is null. */
function isReason({ code, field }: Schema<'Warning'>): boolean {
  return field !== null && NULL_REASONS.has(code);
}

function byCode(gaps: readonly Schema<'Warning'>[]): Record<string, string[]> {
  const unknown: Record<string, string[]> = {};
  for (const { code, field } of gaps) {
    unknown[code] ??= [];
    unknown[code]!.push(field!);
  }
  return unknown;
}

function areaOf({ level, used, radius_m }: Schema<'Geography'>): string {
  const name = used.toLowerCase().startsWith(level) ? used : `${level} ${used}`;
  return radius_m !== null && !used.includes('m') ? `${name} ${radius_m} m` : name;
}

function coverageOf({ source, country, area, status }: Schema<'Coverage'>): string {
  return [source, area ?? country, status].filter(Boolean).join(' ');
}

function cautionOf({ code, field, message }: Schema<'Warning'>) {
  return { code, ...(field && { field }), message };
}
