import { Command } from 'commander';
import { printJson } from '../output.ts';
import { withDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';

/** `domesday restored`: tells the database that it was restored to an earlier state, which it cannot detect itself. */
export function restoredCommand(): Command {
  return new Command('restored')
    .description(
      'run this after restoring a back-up: readers of the feed of changes then read the datasets anew',
    )
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      reportInterruption('Run the same command again; it may be run several times.');
      return withDatabase(async ({ db }) => {
        const { numberOn } = await import('@domesday/loading/changes.query');
        const { analyseTables } = await import('./restored.query.ts');
        const { last_seq } = await numberOn.one(db);
        if (!json) console.error('Collecting the statistics of all tables …');
        const owners = await analyseTables(db);
        if (owners) {
          throw new Error(
            `The feed of changes was moved on, but this user may not analyse the tables of ${owners}: run the same command again as their owner.`,
          );
        }
        if (json) return printJson({ next_cursor: last_seq });
        console.log(
          `The feed of changes goes on from ${last_seq}: every cursor from before is answered 410, and its reader reads the datasets anew.
What was withheld, and which keys were revoked, since the back-up is as it was then: run \`domesday withhold\` and \`domesday keys revoke\` again.`,
        );
      });
    });
}
