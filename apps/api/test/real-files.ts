import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** Lines of a file, gzipped or plain, as fields; quoted fields have no line breaks in these files. */
export async function* fieldsOf(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path);
  for await (const line of createInterface({
    input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file,
  })) {
    yield [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((m) => m[1] ?? m[2] ?? '');
  }
}

/** Quantile of a sample by linear interpolation, written independently of the API's. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

export const pennies = (value: number) => Math.round(value * 100) / 100;

/** Made-up addresses, as lines of Code-Point Open, in a given authority. */
export async function codePointLines(standIn: string, district: string): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  for await (const row of fieldsOf(standIn)) {
    const postcode = row[2]!;
    if (postcode === 'POSTCODE' || lines.has(postcode)) continue;
    lines.set(postcode, `"${postcode}",10,${row[3]},${row[4]},"E92000001","","","","${district}",""`);
  }
  return lines;
}

/**
 * Lines of the Code-Point Open files of some postcode areas (`se`, `ox`), as published. Needs `tar` to unpack them.
 */
export function codePointAreas(folder: string, areas: readonly string[]): string[] {
  const text = execFileSync(
    'tar',
    [
      '-xJOf',
      `${folder}/postcodes/codepoint_open_2014-08_GB.tar.xz`,
      ...areas.map((area) => `Data/CSV/${area}.csv`),
    ],
    { encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
  );
  return text.split(/\r?\n/).filter((line) => line !== '');
}

export interface RawPostcode {
  postcode: string;
  easting: number;
  northing: number;
  district: string;
}

/** Parses one line of Code-Point Open, independently of the loader; null without a position. */
export function rawPostcode(line: string): RawPostcode | null {
  const [code, quality, easting, northing, , , , , district] = line.replaceAll('"', '').split(',');
  if (Number(quality) === 90) return null;
  const bare = code!.replaceAll(' ', '');
  return {
    postcode: `${bare.slice(0, -3)} ${bare.slice(-3)}`,
    easting: Number(easting),
    northing: Number(northing),
    district: district!,
  };
}
