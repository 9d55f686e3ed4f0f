/** The trigram similarity of PostgreSQL's pg_trgm: words padded with two blanks before and one after. */
export function similarity(a: string, b: string): number {
  const [x, y] = [trigrams(a), trigrams(b)];
  let shared = 0;
  for (const gram of x) if (y.has(gram)) shared += 1;
  const all = x.size + y.size - shared;
  return all === 0 ? 0 : shared / all;
}

function trigrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    const padded = `  ${word} `;
    for (let i = 0; i + 3 <= padded.length; i += 1) grams.add(padded.slice(i, i + 3));
  }
  return grams;
}
