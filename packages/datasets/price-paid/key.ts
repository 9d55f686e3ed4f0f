const NUMBER = /^([0-9]{1,5})([A-Z]?)$/;
const DIGITS = /^[0-9]+$/;
const NAME = /^[A-Z][A-Z '.]+$/;
const UNIT =
  /^(?:FLAT|FLT|APARTMENT|APT|UNIT|SUITE|MAISONETTE|STUDIO)[ .]*(?:NO[ .]*)?([0-9]{1,5}[A-Z]?|[A-Z])$/;
const NUMBERED_UNIT = /^(?:(?:FLAT|FLT|APARTMENT|APT|UNIT|SUITE) )?([0-9]{1,5})([A-Z]?)$/;
const NOT_KEY = /[^A-Z0-9]/g;

const bare = (text: string): string => text.replace(NOT_KEY, '');

/**
 * The identity key (see `@domesday/addresses`) for the plain forms of a sale's address: a house number, or a named
 * building, with or without a numbered unit. Null for forms that only the engine parses. Computed while the row is
 * loaded. It must equal the key that SALE_KEY, which links sales to homes, computes in SQL.
 */
export function saleKey(saon: string | null, paon: string | null, street: string | null): string | null {
  if (paon === null) return null;
  const numbered = NUMBER.exec(paon);
  if (numbered) {
    if (street === null) return null;
    if (saon === null) return `${numbered[2]}|${numbered[1]}|${bare(street)}`;
    if (!DIGITS.test(paon)) return null;
    const unit = UNIT.exec(saon)?.[1] ?? (NUMBER.test(saon) ? saon : null);
    return unit === null ? null : `${unit}|${paon}|${bare(street)}`;
  }
  if (!NAME.test(paon)) return null;
  if (saon === null) return `||${bare(paon)}`;
  const single = NUMBERED_UNIT.exec(saon);
  if (single) return `${single[2]}|${single[1]}|${bare(paon)}`;
  const unit = UNIT.exec(saon)?.[1];
  return unit === undefined ? null : `${unit}||${bare(paon)}`;
}
