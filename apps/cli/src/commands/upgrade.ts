import { Command } from 'commander';
import { openDatabase } from '../database.ts';
import { settings } from '../program.ts';

export function upgradeCommand(): Command {
  return new Command('upgrade')
    .description('bring the schema of the database up to date; for a start of the API without `up`')
    .action(async () => {
      const open = await openDatabase(settings());
      try {
        console.log(
          open.applied.length ? `applied ${open.applied.join(', ')}` : 'the schema is up to date already',
        );
      } finally {
        await open.close();
      }
    });
}
