import type { Context } from '../http/handler.ts';

/** Warns why authorities have a code but no name: boundaries and postcode directories give no names. */
export function warnUnnamed(
  context: Context,
  field: string,
  authorities: readonly { code: string | null; name: string | null }[],
): void {
  const codes = new Set(authorities.flatMap(({ code, name }) => (name === null ? (code ?? []) : [])));
  if (codes.size === 0) return;
  const message = `No loaded source names ${[...codes].sort().join(', ')}: load uk-hpi or epc-domestic to know it.`;
  context.warn('not_recorded', field, message);
}
