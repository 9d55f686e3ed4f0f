import type { Db } from '@domesday/db';
import { operatorCommand } from '@domesday/loading/operator-command';

/**
 * Datasets in which an upgrade from 1.1.0 left rows of the fictional country among real data, and how to remove them.
 */
export async function leftFiction(db: Db): Promise<{ datasets: string[]; told: string | null }> {
  const { fictionLeft } = await import('@domesday/loading/fiction.query');
  const datasets = (await fictionLeft.rows(db)).map(({ dataset }) => dataset);
  if (datasets.length === 0) return { datasets, told: null };
  const told = `Rows of the fictional country, which 1.1.0 kept among your data, are served as if they were real: ${datasets.join(', ')}. Load your files of these datasets again with --replace --force, since many rows go with them. Take out the others, of which you have none, together: ${operatorCommand('remove <dataset> <dataset> …')}`;
  return { datasets, told };
}
