/** Metropolitan districts whose codes changed in 2025 with their boundary: former code, present code. */
const SUCCESSORS = [
  ['E08000016', 'E08000038'],
  ['E08000019', 'E08000039'],
];

/** All codes of an authority. Directories, indices and registers adopt a new code at different times. */
export function authorityCodes(code: string | null): string[] {
  if (code === null) return [];
  return SUCCESSORS.find((codes) => codes.includes(code)) ?? [code];
}

/** SQL of the other code of the authority in a column; null for an authority with one code, as nearly all have. */
export function otherCodeOf(column: string): string {
  const turns = SUCCESSORS.flatMap(([one, other]) => [
    `when '${one}' then '${other}'`,
    `when '${other}' then '${one}'`,
  ]);
  return `case ${column} ${turns.join(' ')} end`;
}

/**
 * Replaces the area code of rows that were published under another code of the same authority by `code`, the code that
 * was asked about.
 */
export function byCodeOf<Row extends { area_code: string }>(
  code: string | null,
  rows: readonly Row[],
): Row[] {
  const others = authorityCodes(code).filter((one) => one !== code);
  return rows.map((row) => (others.includes(row.area_code) ? { ...row, area_code: code! } : row));
}
