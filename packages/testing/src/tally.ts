import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally } from './generated-input.ts';

/** Writes the tally to the file that `npm run test:fuzz` reads; does nothing otherwise. */
export function fileTally(tally: Tally): void {
  const folder = process.env.FUZZ_REPORT;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${tally.surface.replaceAll(/\W+/g, '-')}.json`),
    JSON.stringify(tally, null, 2),
  );
}
