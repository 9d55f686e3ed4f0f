import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Fingerprint of all that the generator reads, by which a start sees whether its output is stale. */
export function inputsHash() {
  const hash = createHash('sha256');
  for (const folder of ['openapi', 'scripts', 'scripts/lib']) {
    const names = readdirSync(join(root, folder), { recursive: folder === 'openapi' })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => /\.(yaml|ts)$/.test(name) && !name.endsWith('.test.ts'))
      .sort();
    for (const name of names) {
      const text = readFileSync(join(root, folder, name), 'utf8').replaceAll('\r\n', '\n');
      hash.update(`${folder}/${name}\n${text}\n`);
    }
  }
  return hash.digest('hex');
}
