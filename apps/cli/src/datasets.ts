import { datasetIds } from '@domesday/datasets/catalogue';
import { InvalidArgumentError } from 'commander';
import { closest, distance } from 'fastest-levenshtein';

/** Checks the name of a dataset; for an unknown name the error suggests the nearest one. */
export function knownDataset(value: string): string {
  const ids: string[] = datasetIds;
  if (ids.includes(value)) return value;
  const nearest = closest(value.toLowerCase(), ids);
  const near = distance(value.toLowerCase(), nearest) <= Math.max(2, Math.floor(nearest.length / 3));
  throw new InvalidArgumentError(
    `${near ? `Did you mean ${nearest}? ` : ''}The datasets are: ${ids.join(', ')}.`,
  );
}
