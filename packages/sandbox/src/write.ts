import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildCountry, SANDBOX_TODAY } from './country/country.ts';
import { DATASET_WRITERS } from './files/index.ts';

export interface SandboxManifest {
  /** The data date, ISO. */
  today: string;
  /** What to load, in load order. Paths are absolute where the folder given was. */
  files: SandboxManifestEntry[];
}

export interface SandboxManifestEntry {
  dataset: string;
  /** A file, or the folder that holds a dataset's files. */
  path: string;
  /** Path of the mapping file that an address list needs. */
  mapping?: string;
  /** Data rows, headers left out. */
  rows: number;
}

/**
 * Writes the fictional country into a folder, in the publishers' own layouts, and says what to load in which
 * order. The bytes depend on `today` (ISO date, 2026-10-31 unless given) and on nothing else.
 */
export async function writeSandbox(
  folder: string,
  options: { today?: string } = {},
): Promise<SandboxManifest> {
  const country = buildCountry(options.today ?? SANDBOX_TODAY);
  const manifest: SandboxManifest = { today: country.today, files: [] };
  for (const writer of DATASET_WRITERS) {
    for (const entry of writer(country)) {
      for (const file of entry.files) {
        const path = join(folder, file.path);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, file.content);
      }
      manifest.files.push({
        dataset: entry.dataset,
        path: join(folder, entry.path),
        ...(entry.mapping === undefined ? {} : { mapping: join(folder, entry.mapping) }),
        rows: entry.files.reduce((sum, file) => sum + file.rows, 0),
      });
    }
  }
  return manifest;
}
