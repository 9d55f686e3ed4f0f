import { availableParallelism } from 'node:os';
import { TABLE_ENDINGS } from '@domesday/files/tables/formats';
import { Command } from 'commander';
import { whole } from '../argument-values.ts';
import type { MatchOptions } from '../match/run.ts';

/** `domesday match <table> --out <table>`: writes every row of a table with the UPRN of its address. */
export function matchCommand(): Command {
  return new Command('match')
    .description('resolve the addresses of a table to UPRNs, as addresses.match does')
    .argument('<table>', `a table whose name ends in ${TABLE_ENDINGS}`)
    .requiredOption(
      '--out <table>',
      'output table: the input rows with the result columns; its ending sets the format',
    )
    .option(
      '--mapping <file>',
      'YAML file that names the columns: address (one or a list), postcode, delimiter',
    )
    .option(
      '--workers <n>',
      'processes that match; one per core by default',
      whole(1, 64, 'processes'),
      availableParallelism(),
    )
    .option('--restart', 'start again instead of continuing an interrupted run')
    .option('--force', 'overwrite an existing output table')
    .option('--json', 'print the result as JSON')
    .action(async (table: string, options: MatchOptions) =>
      (await import('../match/run.ts')).runMatch(table, options),
    );
}

/** The worker that `match` starts for each core; not for use by hand. */
export function matchWorkerCommand(): Command {
  return new Command('match-worker').action(async () => (await import('../match/run.ts')).serveMatches());
}
