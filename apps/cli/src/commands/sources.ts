import { Command } from 'commander';
import { several } from '../argument-values.ts';
import { knownDataset } from '../datasets.ts';
import { mirrorOption } from '../publishers/options.ts';
import type { SourcesOptions } from '../publishers/sources.ts';

/**
 * `domesday sources`: shows where each dataset comes from. With --check it asks the publishers; exit status 1 if one
 * does not answer.
 */
export function sourcesCommand(): Command {
  return new Command('sources')
    .description('show where each dataset comes from, and with --check which publishers answer')
    .argument('[dataset...]', 'these alone; all by default', several(knownDataset))
    .option('--check', 'ask each publisher for its newest release, without downloading it')
    .addOption(mirrorOption())
    .option('--json', 'print JSON')
    .action(async (ids: string[] = [], options: SourcesOptions) =>
      (await import('../publishers/sources.ts')).showSources(ids, options),
    );
}
