import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally } from './odd.ts';

/** Leaves the tally where `npm run test:fuzz` looks for it; nothing where it did not ask. */
export function fileTally(tally: Tally): void {
  const folder = process.env.FUZZ_REPORT;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${tally.surface.replaceAll(/\W+/g, '-')}.json`),
    JSON.stringify(tally, null, 2),
  );
}
