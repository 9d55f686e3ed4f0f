import { type CatalogueEntry, catalogue } from '@domesday/datasets/catalogue';
import { TOPICS, type Topic } from '@domesday/loading/publishers/types';
import { Command, InvalidArgumentError } from 'commander';
import { withDatabase } from '../program.ts';
import { lookAt } from '../publishers/look.ts';
import { loadedStates, planFor } from '../publishers/plan.ts';
import { runSession, type SessionOptions, withSessionOptions } from '../publishers/session.ts';
import { fitAndTell } from './build.ts';
import { isDue } from './update.ts';

const NATIONS = ['England', 'Wales', 'Scotland'] as const;
type Nation = (typeof NATIONS)[number];

interface Options extends SessionOptions {
  only?: Nation[];
  topics?: Topic[];
  build: boolean;
}

/** `domesday country`: everything that can be fetched, planned and then run; each dataset is a point to resume at. */
export function countryCommand(): Command {
  const command = new Command('country')
    .description('plan the whole country, then fetch and load it; the same command again resumes it')
    .option('--only <nations>', `with commas: ${NATIONS.join(', ').toLowerCase()}`, nations)
    .option('--topics <topics>', `with commas: ${TOPICS.join(', ')}`, topics)
    .option('--no-build', 'do not fit the valuations afterwards');
  return withSessionOptions(command).action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const entries = entriesOf(options);
  const taken = await withDatabase(async (open, { home }) => {
    const looks = await lookAt(entries, {
      tell: !options.json,
      ...(options.mirror ? { mirror: options.mirror } : {}),
    });
    const planned = await planFor(looks, await loadedStates(open.db), options.mirror);
    const outcome = await runSession(open, home, planned, planned.filter(isDue), { ...options, defer: true });
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    return outcome;
  });
  // Also where nothing was fetched: the run before may have died in the middle of the build, and one that is done is quick.
  if (options.build && taken) await fitAndTell(options.json);
}

/** The datasets of the topics and nations, addresses first: what comes later is linked to them. */
function entriesOf({ only, topics }: Options): CatalogueEntry[] {
  const all: CatalogueEntry[] = Object.values(catalogue);
  const nationsOf = ({ download, countries }: CatalogueEntry): readonly string[] =>
    download.nations ?? countries;
  return all
    .filter((entry) => !topics || topics.includes(entry.download.topic))
    .filter((entry) => !only || only.some((nation) => nationsOf(entry).includes(nation)))
    .sort((a, b) => TOPICS.indexOf(a.download.topic) - TOPICS.indexOf(b.download.topic));
}

function nations(value: string): Nation[] {
  return listOf(value, NATIONS);
}

function topics(value: string): Topic[] {
  return listOf(value, TOPICS);
}

function listOf<T extends string>(value: string, known: readonly T[]): T[] {
  return value.split(',').map((part) => {
    const found = known.find((one) => one.toLowerCase() === part.trim().toLowerCase());
    if (!found) throw new InvalidArgumentError(`There are: ${known.join(', ').toLowerCase()}.`);
    return found;
  });
}
