import { Command } from 'commander';
import { mustAgree } from '../agreed.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';

const COLUMNS = ['release', 'day', 'version', 'kept'] as const;

interface Options {
  giveUp?: string[];
  yes?: boolean;
  json?: boolean;
}

/** `domesday releases`: lists the releases that builds recorded, and deletes single ones. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('show the releases that answer a past as_of, or delete some of them')
    .option('--give-up <name...>', 'delete what only these releases have')
    .option('--yes', 'agree beforehand; otherwise you are asked once')
    .option('--json', 'print JSON')
    .action(({ giveUp, yes = false, json }: Options) => (giveUp ? drop(giveUp, { yes, json }) : show(json)));
}

async function show(json: boolean | undefined): Promise<void> {
  const { readReleases } = await import('@domesday/builds/releases');
  const known = await withDatabase(({ db }) => readReleases(db));
  const shown = known.map(({ name, released_on, version, pruned }) => ({
    release: name,
    day: released_on,
    version,
    kept: !pruned,
  }));
  if (json) printJson(shown);
  else if (shown.length === 0) console.log('No release is recorded yet: `domesday build` records one.');
  else
    printTable(
      shown.map((one) => ({ ...one, kept: one.kept ? 'yes' : 'given up' })),
      COLUMNS,
    );
}

async function drop(
  names: string[],
  { yes, json }: { yes: boolean; json: boolean | undefined },
): Promise<void> {
  if (!yes) {
    if (!json)
      console.log(
        'Their past days will be answered from the kept release before them; requests for their names will be refused.',
      );
    await mustAgree(`Give up ${names.join(', ')}?`, 'Nothing was given up');
  }
  reportInterruption(
    'Either all of these releases were given up or none. Run the same command again to delete the rest of their rows.',
  );
  const { giveUpReleases } = await import('@domesday/builds/releases');
  const onWait = (holder: string | null): void => {
    console.error(`waiting for ${holder ?? 'another load or build'} to end`);
  };
  const given_up = await withDatabase(({ db }) => giveUpReleases(db, { names }, onWait));
  if (json) printJson({ releases_given_up: given_up });
  else console.log(`releases given up: ${given_up}`);
}
