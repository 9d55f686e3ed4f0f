import { contract } from '@domesday/db';
import { Command } from 'commander';
import { openDatabase } from '../database.ts';
import { settings } from '../program.ts';

export function upgradeCommand(): Command {
  return new Command('upgrade')
    .description('bring the schema of the database up to date, beside processes of the version before')
    .option('--contract', 'then take away what only the version before reads: once it will not come back')
    .action(async (options) => {
      const open = await openDatabase(settings());
      try {
        console.log(
          open.applied.length ? `applied ${open.applied.join(', ')}` : 'the schema is up to date already',
        );
        if (!options.contract) return;
        const gone = await contract(open.url);
        console.log(gone.length ? `took away ${gone.join(', ')}` : 'there is nothing to take away');
      } finally {
        await open.close();
      }
    });
}
