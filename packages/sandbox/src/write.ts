import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '@domesday/files/machine';
import { buildCountry, SANDBOX_TODAY } from './country/country.ts';
import { CORE_DATASETS, DATASET_WRITERS, SANDBOX_DATASETS, type SandboxDataset } from './files/index.ts';

export interface SandboxManifest {
  /** The data date, ISO. */
  today: string;
  /** What to load, in load order. Paths are absolute if the given folder is. */
  files: SandboxManifestEntry[];
}

export interface SandboxManifestEntry {
  dataset: SandboxDataset;
  /** A file, or the folder that holds a dataset's files. */
  path: string;
  /** Path of the mapping file that an address list needs. */
  mapping?: string;
  /** Data rows, headers left out. */
  rows: number;
}

export interface SandboxOptions {
  /** Data date, ISO; 2026-10-31 unless given. */
  today?: string;
  /**
   * Which datasets to write; by default the core ones. A caller that can load more names them, for instance every id
   * of its own catalogue that the sandbox knows. Unknown ids are ignored.
   */
  datasets?: 'all' | readonly string[];
}

/**
 * Writes the fictional country into a folder, in the publishers' own layouts, and returns what to load in which order.
 * The bytes depend only on `today`.
 */
export async function writeSandbox(folder: string, options: SandboxOptions = {}): Promise<SandboxManifest> {
  const country = buildCountry(options.today ?? SANDBOX_TODAY);
  const manifest: SandboxManifest = { today: country.today, files: [] };
  for (const dataset of chosen(options.datasets ?? CORE_DATASETS)) {
    for (const entry of DATASET_WRITERS[dataset](country)) {
      for (const file of entry.files) {
        const path = join(folder, file.path);
        await mkdir(dirname(path), { recursive: true });
        await writeWhole(path, file.content);
      }
      manifest.files.push({
        dataset,
        path: join(folder, entry.path),
        ...(entry.mapping === undefined ? {} : { mapping: join(folder, entry.mapping) }),
        rows: entry.files.reduce((sum, file) => sum + file.rows, 0),
      });
    }
  }
  return manifest;
}

function chosen(datasets: 'all' | readonly string[]): SandboxDataset[] {
  return datasets === 'all' ? SANDBOX_DATASETS : SANDBOX_DATASETS.filter((id) => datasets.includes(id));
}
