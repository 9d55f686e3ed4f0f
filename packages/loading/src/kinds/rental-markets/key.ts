/**
 * The name of a broad rental market area, normalised for the differences between its publishers: case, `&` and `and`,
 * punctuation, underscores, a final `BRMA`. `Renfrewshire/Inverclyde` and `RENFREWSHIRE_AND_INVERCLYDE` are equal.
 */
export function brmaKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(and|brma)\b/g, ' ')
    .replace(/ +/g, '');
}
