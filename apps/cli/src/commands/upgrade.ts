import { Command } from 'commander';
import { behindLoads } from '../behind-loads.ts';
import { leftFiction } from '../fiction-left.ts';
import { printJson } from '../output.ts';
import { withDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';

export function upgradeCommand(): Command {
  return new Command('upgrade')
    .description('migrate the schema of the database; processes of the previous version keep running')
    .option(
      '--contract',
      'then remove what only the previous version reads, once you no longer need that version',
    )
    .option('--json', 'print JSON')
    .action((options: { contract?: boolean; json?: boolean }) => {
      reportInterruption(
        'Each migration was applied completely or not at all. Run the same command again to continue.',
      );
      return withDatabase(async ({ applied, url, db }) => {
        const { contract } = await import('@domesday/db');
        const removed = options.contract ? await contract(url) : [];
        const behind = await behindLoads(db);
        const fiction = await leftFiction(db);
        if (options.json)
          return printJson({ applied, removed, behind, fictional_datasets: fiction.datasets });
        console.log(applied.length ? `applied ${applied.join(', ')}` : 'the schema is up to date already');
        if (options.contract)
          console.log(removed.length ? `removed ${removed.join(', ')}` : 'there is nothing to remove');
        if (behind.reason) console.log(`${behind.reason} ${behind.mend}`);
        if (fiction.told) console.log(fiction.told);
      });
    });
}
