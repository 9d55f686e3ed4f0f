import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** Lines of a file, gzipped or plain, as fields; quotes hold no line breaks in these files. */
export async function* fieldsOf(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path);
  for await (const line of createInterface({
    input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file,
  })) {
    yield [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((m) => m[1] ?? m[2] ?? '');
  }
}

/** Quantile of a sample by linear interpolation, written out anew here. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

export const pennies = (value: number) => Math.round(value * 100) / 100;

/** A list that stands in for addresses as lines of Code-Point Open, in the authority given. */
export async function codePointLines(standIn: string, district: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  for await (const row of fieldsOf(standIn)) {
    const postcode = row[2]!;
    if (postcode === 'POSTCODE' || lines.has(postcode)) continue;
    lines.set(postcode, `"${postcode}",10,${row[3]},${row[4]},"E92000001","","","","${district}",""`);
  }
  return lines;
}
