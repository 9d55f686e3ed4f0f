import { Command, Option } from 'commander';
import { RHYTHMS } from '../publishers/schedule.ts';
import type { UpOptions } from '../up.ts';

export function upCommand(): Command {
  return new Command('up')
    .description(
      'start PostgreSQL, migrate, serve REST and MCP: your data, or a fictional country until you load some',
    )
    .option('--no-sandbox', 'serve no fictional country')
    .addOption(
      new Option(
        '--update <rhythm>',
        'how often to run `domesday update --yes`; without this nothing is downloaded',
      ).choices(Object.keys(RHYTHMS)),
    )
    .option('--json', 'print addresses and key as one JSON document when all is ready')
    .action(async (options: UpOptions) => (await import('../up.ts')).up(options));
}
