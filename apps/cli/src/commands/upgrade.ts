import { contract } from '@domesday/db';
import { Command } from 'commander';
import { openDatabase } from '../database.ts';
import { printJson } from '../output.ts';
import { settings } from '../program.ts';

export function upgradeCommand(): Command {
  return new Command('upgrade')
    .description('bring the schema of the database up to date, beside processes of the version before')
    .option('--contract', 'then take away what only the version before reads: once it will not come back')
    .option('--json', 'print JSON')
    .action(async (options: { contract?: boolean; json?: boolean }) => {
      const open = await openDatabase(settings());
      try {
        const { applied } = open;
        const removed = options.contract ? await contract(open.url) : [];
        if (options.json) return printJson({ applied, removed });
        console.log(applied.length ? `applied ${applied.join(', ')}` : 'the schema is up to date already');
        if (options.contract)
          console.log(removed.length ? `took away ${removed.join(', ')}` : 'there is nothing to take away');
      } finally {
        await open.close();
      }
    });
}
