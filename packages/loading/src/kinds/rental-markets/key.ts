/**
 * The name of a broad rental market area without what its publishers spell differently: case, `&` and `and`,
 * punctuation, underscores, `BRMA` behind it. `Renfrewshire/Inverclyde` and `RENFREWSHIRE_AND_INVERCLYDE` are one.
 */
export function brmaKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(and|brma)\b/g, ' ')
    .replace(/ +/g, '');
}
