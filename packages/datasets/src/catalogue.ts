import { operatorCommand } from '@domesday/loading/operator-command';
import type { CatalogueEntry } from '@domesday/loading/types';
import { catalogue } from '../generated/catalogue.ts';

export type { CatalogueEntry };
export { catalogue };

export type DatasetId = keyof typeof catalogue;

export const datasetIds = Object.keys(catalogue) as DatasetId[];

/** The entry of a dataset; undefined if there is no such dataset. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return Object.hasOwn(catalogue, id) ? catalogue[id as DatasetId] : undefined;
}

/** The command that loads a dataset or its newer release: `fetch` if it can be downloaded, else `load` with a file. */
export function commandFor({ id, download }: CatalogueEntry): string {
  return operatorCommand(download.find.by === 'operator' ? `load ${id} <file>` : `fetch ${id}`);
}
