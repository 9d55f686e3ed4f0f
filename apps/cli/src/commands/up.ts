import { Command, Option } from 'commander';
import { RHYTHMS } from '../publishers/schedule.ts';
import type { UpOptions } from '../up.ts';

export function upCommand(): Command {
  return new Command('up')
    .description('start PostgreSQL, migrate, load the sandbox into an empty database, serve REST and MCP')
    .option('--no-sandbox', 'leave an empty database empty')
    .addOption(
      new Option(
        '--update <rhythm>',
        'run `domesday update --yes` so often; otherwise nothing is downloaded',
      ).choices(Object.keys(RHYTHMS)),
    )
    .option('--json', 'print addresses and key as one JSON document when all is ready')
    .action(async (options: UpOptions) => (await import('../up.ts')).up(options));
}
