import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { decode } from '@domesday/files/decode';
import { type DatasetModule, LoadError, type LoadOptions } from './types.ts';

/** The operator's mapping for a load, with the places that its files cover; null if neither is given. */
export async function mappingOf(
  dataset: DatasetModule,
  { mapping, covers }: Pick<LoadOptions, 'mapping' | 'covers'>,
): Promise<unknown> {
  return withCovers(dataset, await mappingFor(dataset, mapping), covers);
}

async function mappingFor(dataset: DatasetModule, given: LoadOptions['mapping']): Promise<unknown> {
  if (given === undefined) return null;
  if (!dataset.takesMapping || !dataset.readMapping) {
    throw new LoadError('mapping', `${dataset.id} has a fixed layout and takes no mapping file.`);
  }
  if (typeof given !== 'string') return dataset.readMapping(JSON.stringify(given));
  const bytes = await readFile(given).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
    throw error;
  });
  if (bytes === null) throw new LoadError('mapping', `There is no mapping file at ${given}.`);
  let text = '';
  // Windows editors save text as UTF-16, or accented letters in Windows-1252.
  for await (const decoded of decode(Readable.from([bytes]), 'windows-1252')) text += decoded.text;
  return dataset.readMapping(text);
}

/** Adds the places of `--covers`, for which the files are complete, to the mapping. */
function withCovers(dataset: DatasetModule, mapping: unknown, covers: string[] | undefined): unknown {
  if (covers === undefined) return mapping;
  if (dataset.extent === undefined || !dataset.readMapping) {
    throw new LoadError('mapping', `${dataset.id} takes no --covers: only datasets of areas do.`);
  }
  return dataset.readMapping(JSON.stringify({ ...(mapping ?? {}), covers }));
}
