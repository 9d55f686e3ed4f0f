/**
 * Metropolitan districts that got new codes in 2025, for a change of their boundary: the former and the present one.
 */
const SUCCESSORS = [
  ['E08000016', 'E08000038'],
  ['E08000019', 'E08000039'],
];

/** Codes that an authority may have: directories, indices and registers adopt a new one at different times. */
export function authorityCodes(code: string | null): string[] {
  if (code === null) return [];
  return SUCCESSORS.find((codes) => codes.includes(code)) ?? [code];
}

/** The other code of an authority in a column, as SQL; null for nearly all. */
export function otherCodeOf(column: string): string {
  const turns = SUCCESSORS.flatMap(([one, other]) => [
    `when '${one}' then '${other}'`,
    `when '${other}' then '${one}'`,
  ]);
  return `case ${column} ${turns.join(' ')} end`;
}

/**
 * Rows by the code of the place that is asked about, where they are published by another code of the same authority.
 */
export function byCodeOf<Row extends { area_code: string }>(
  code: string | null,
  rows: readonly Row[],
): Row[] {
  const others = authorityCodes(code).filter((one) => one !== code);
  return rows.map((row) => (others.includes(row.area_code) ? { ...row, area_code: code! } : row));
}
