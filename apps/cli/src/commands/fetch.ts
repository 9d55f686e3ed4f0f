import { Command } from 'commander';
import { several } from '../argument-values.ts';
import { knownDataset } from '../datasets.ts';
import { type SessionOptions, withSessionOptions } from '../publishers/options.ts';

/** `domesday fetch <dataset>…`: downloads and loads the newest release of each dataset from its publisher. */
export function fetchCommand(): Command {
  const command = new Command('fetch')
    .description('find the newest release of datasets at their publishers, download and load it')
    .argument('<dataset...>', 'as in `domesday sources`', several(knownDataset));
  return withSessionOptions(command).action(async (ids: string[], options: SessionOptions) =>
    (await import('../publishers/commands.ts')).fetchDatasets(ids, options),
  );
}
