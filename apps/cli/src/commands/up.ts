import { Command } from 'commander';
import type { UpOptions } from '../up.ts';

export function upCommand(): Command {
  return new Command('up')
    .description('start PostgreSQL, migrate, load the sandbox into an empty database, serve REST and MCP')
    .option('--no-sandbox', 'leave an empty database empty')
    .option('--json', 'print addresses and key as one JSON document when all is ready')
    .action(async (options: UpOptions) => (await import('../up.ts')).up(options));
}
