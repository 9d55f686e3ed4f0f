import { Command, InvalidArgumentError } from 'commander';
import { day, decimal, uprn, uuid, whole } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';

const EVENTS = ['sold', 'certificate', 'listing', 'price_cut', 'planning', 'value_moved'] as const;
const MOST_LISTED = 1000;
const PLACES = ['uprn', 'postcode', 'outcode'];
/** Members of a watch whose option has a different name on the command line. */
const OPTIONS: Record<string, string> = { near_m: 'near', value_moved_pct: 'moved', ends_on: 'until' };

export function watchesCommand(): Command {
  const watches = new Command('watches').description('create, list and delete the watches of an account');
  addCreate(watches);
  addList(watches);
  addDelete(watches);
  return watches;
}

function addCreate(watches: Command): void {
  watches
    .command('create')
    .description('notify an endpoint of events in a UPRN, a postcode or an outcode; for polygons use the API')
    .requiredOption('--account <id>', 'account that the watch belongs to')
    .requiredOption('--webhook <id>', 'endpoint that is told', uuid)
    .requiredOption('--events <names>', `separated by commas: ${EVENTS.join(', ')}`, eventsIn)
    .requiredOption('--purpose <text>', 'what the events are used for', purpose)
    .requiredOption('--until <day>', 'last day, YYYY-MM-DD', day)
    .option('--uprn <uprn>', 'the home', uprn)
    .option('--postcode <postcode>', 'the full postcode')
    .option('--outcode <outcode>', 'the outcode')
    .option('--near <metres>', 'reach of planning', whole(1, 2000, 'metres'))
    .option('--moved <pct>', 'by how many per cent the value of the UPRN must move', percent)
    .option('--json', 'print JSON')
    .action((options, command: Command) => {
      if (PLACES.filter((name) => options[name] !== undefined).length !== 1)
        command.error('error: name one place: --uprn, --postcode or --outcode', { exitCode: 2 });
      return withDatabase(async ({ db, now }) => {
        const [{ accountNamed }, { createWatch }] = await modules();
        const { id: account_id } = await accountNamed(db, options.account);
        const body = {
          webhook_id: options.webhook,
          events: options.events,
          purpose: options.purpose,
          ends_on: options.until,
          uprn: options.uprn,
          postcode: options.postcode,
          outcode: options.outcode,
          near_m: options.near,
          value_moved_pct: options.moved,
        };
        const at = await now();
        const { row } = await createWatch({ db, clock: { now: () => at } }, { account_id, body }).catch(
          inWordsOfOptions,
        );
        if (options.json) printJson(row);
        else console.log(`watch  ${row.id}`);
      });
    });
}

function addList(watches: Command): void {
  watches
    .command('list')
    .description('list the watches of an account, oldest first')
    .requiredOption('--account <id>', 'the account')
    .option('--after <id>', 'only those after this one, 1,000 at most', uuid)
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const [{ accountNamed }, { listWatches }] = await modules();
        const { id: account_id } = await accountNamed(db, options.account);
        const rows = await listWatches(db, {
          account_id,
          cursor: options.after ?? null,
          limit: MOST_LISTED,
        });
        if (options.json) printJson(rows);
        else
          printTable(rows, [
            'id',
            'webhook_id',
            'uprn',
            'postcode',
            'outcode',
            'events',
            'ends_on',
            'purpose',
          ]);
      }),
    );
}

function addDelete(watches: Command): void {
  watches
    .command('delete')
    .argument('<watch>', 'its id', uuid)
    .description('delete a watch of an account')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((id: string, options) =>
      withDatabase(async ({ db }) => {
        const [{ accountNamed }, { deleteWatch }] = await modules();
        const { id: account_id } = await accountNamed(db, options.account);
        if ((await deleteWatch.run(db, { account_id, id })) === 0)
          throw new Error('The account has no watch of this id.');
        if (options.json) printJson({ id, deleted: true });
        else console.log('The watch is deleted.');
      }),
    );
}

/** Names options instead of the request members that the API's message names. */
function inWordsOfOptions(error: Error): never {
  error.message = error.message.replace(
    /^The parameter "(\w+)"/,
    (_, name: string) => `--${OPTIONS[name] ?? name}`,
  );
  throw error;
}

function modules() {
  return Promise.all([import('@domesday/api/accounts'), import('@domesday/api/webhooks')]);
}

function eventsIn(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !EVENTS.includes(name as (typeof EVENTS)[number]));
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is none of ${EVENTS.join(', ')}.`);
  return [...new Set(names)];
}

function purpose(text: string): string {
  if (text.length < 3 || text.length > 500)
    throw new InvalidArgumentError('It must have 3 to 500 characters.');
  return text;
}

function percent(text: string): number {
  const value = decimal(text);
  if (!(value >= 0.1 && value <= 1000))
    throw new InvalidArgumentError('It must be a number from 0.1 to 1000.');
  return value;
}
