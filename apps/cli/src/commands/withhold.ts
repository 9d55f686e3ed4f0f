import { count, counted } from '@domesday/files/counted';
import { Command, Option } from 'commander';
import { mustAgree } from '../agreed.ts';
import { several, uprn } from '../argument-values.ts';
import { behindLoads } from '../behind-loads.ts';
import { knownDataset } from '../datasets.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';
import { withProgress } from '../progress.ts';
import { reportInterruption } from '../trouble.ts';
import { fitAndReport, lacksBuild } from './build.ts';

interface Options {
  uprn?: string[];
  list?: boolean;
  undo?: boolean;
  build: boolean;
  yes?: boolean;
  json?: boolean;
}

type Named = Parameters<typeof import('@domesday/builds').withhold>[1];

const STAYS =
  'Not deleted are answers kept for an Idempotency-Key (24 hours), results of jobs (seven days), back-ups, and files under DOMESDAY_HOME/files.';

/** `domesday withhold`: stops serving a home or a record, also after later loads. */
export function withholdCommand(): Command {
  return new Command('withhold')
    .description('stop serving homes or single records, in past releases and after every later load too')
    .argument('[dataset]', 'of the records, as in `domesday load`', knownDataset)
    .argument(
      '[records...]',
      'their keys as published: the identifier of a sale, the number of a certificate …',
    )
    .option('--uprn <uprn...>', 'homes, with all that is known of them', several(uprn))
    .addOption(new Option('--list', 'show what is withheld').conflicts(['undo', 'uprn']))
    .option('--undo', 'stop withholding these; the next load of their datasets brings them back')
    .option('--no-build', 'leave statistics, valuations and the release to `domesday build`')
    .option('--yes', 'agree beforehand; else it is asked once')
    .option('--json', 'print JSON')
    .action((dataset: string | undefined, records: string[], options: Options, command: Command) => {
      const { list, uprn: uprns } = options;
      const names_records = dataset !== undefined && records.length > 0;
      const named = [list, uprns, names_records].filter(Boolean).length;
      if (named !== 1 || (dataset !== undefined && !names_records))
        command.error('error: name either homes (--uprn), or a dataset and its records, or --list', {
          exitCode: 2,
        });
      if (list) return showList(options);
      const what = uprns ? { uprns: uprns.map(Number) } : { dataset: dataset!, records };
      return options.undo ? undo(what, options) : run(what, options);
    });
}

async function run(named: Named, options: Options): Promise<void> {
  const question = `Withhold ${wordsFor(named)}, also from past releases, which cannot be undone?`;
  if (!options.yes) await mustAgree(question, 'Nothing was withheld');
  reportInterruption('Either everything was withheld or nothing. Run the same command again.');
  const { withhold } = await import('@domesday/builds');
  const result = await withProgress(options.json, (onProgress) =>
    withDatabase(({ db }) => withhold(db, named, { onProgress })),
  );
  if (options.json) printJson(result);
  else {
    const removed = Object.entries(result.removed);
    for (const [dataset, rows] of removed) console.log(`${dataset}: ${counted(rows, 'row')} removed`);
    if (removed.length === 0) console.log('It is not among the loaded data. Later loads leave it out.');
    console.log(STAYS);
  }
  if (options.build && (await lacksBuild())) await fitAndReport(true);
  if (options.json) return;
  const { reason, mend } = await withDatabase(({ db }) => behindLoads(db));
  if (reason) console.log(`${reason} ${mend}`);
}

async function undo(named: Named, { json }: Options): Promise<void> {
  const { withholdNoMore } = await import('@domesday/builds');
  const undone = await withDatabase(({ db }) => withholdNoMore(db, named));
  if (json) printJson({ undone });
  else if (undone === 0) console.log('None of these is withheld.');
  else
    console.log(
      `${count(undone)} withheld no longer. Served again once files that hold it are loaded: load or fetch its datasets with --force.`,
    );
}

async function showList({ json }: Options): Promise<void> {
  const { withheldHomes, withheldRecords } = await import('@domesday/loading/withhold.query');
  const { homes, records } = await withDatabase(async ({ db }) => ({
    homes: await withheldHomes.rows(db),
    records: await withheldRecords.rows(db),
  }));
  if (json) return printJson({ homes, records });
  if (homes.length + records.length === 0) return console.log('Nothing is withheld.');
  printTable(homes, ['uprn', 'since']);
  if (records.length > 0) printTable(records, ['dataset', 'record', 'uprn', 'since']);
}

function wordsFor(named: Named): string {
  if ('uprns' in named)
    return `all that is known of ${named.uprns.length === 1 ? 'UPRN' : 'UPRNs'} ${named.uprns.join(', ')}`;
  return `${named.records.join(', ')} of ${named.dataset}`;
}
