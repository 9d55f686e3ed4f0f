import { Command, InvalidArgumentError } from 'commander';
import { uuid } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';

const MOST_LISTED = 1000;

export function webhooksCommand(): Command {
  const webhooks = new Command('webhooks').description(
    'create, list, rotate and delete the endpoints of an account, and send deliveries again',
  );
  addCreate(webhooks);
  addList(webhooks);
  addRotate(webhooks);
  addSwitchOn(webhooks);
  addDelete(webhooks);
  addDeliveries(webhooks);
  addReplay(webhooks);
  return webhooks;
}

/** Adds the options that all commands on an account share. */
function onAccount(command: Command): Command {
  return command.requiredOption('--account <id>', 'the account').option('--json', 'print JSON');
}

function addCreate(webhooks: Command): void {
  onAccount(webhooks.command('create <url>'))
    .description('add an https endpoint and show its secret once')
    .action((url: string, options) =>
      withAccount(options.account, async ({ db, account_id, api, now }) => {
        const clock = { now: () => now };
        const webhook_addresses = process.env.WEBHOOKS_ANYWHERE === 'on' ? 'any' : 'high_ports';
        const { webhook: made } = await api.createWebhook(
          { db, clock, webhook_addresses },
          { account_id },
          url,
        );
        if (options.json) printJson(made);
        else {
          console.log(`webhook  ${made.id}`);
          console.log(`secret   ${made.secret}`);
          console.log('The secret cannot be shown again.');
        }
      }),
    );
}

function addList(webhooks: Command): void {
  onAccount(webhooks.command('list'))
    .description('list the endpoints of an account, oldest first')
    .action((options) =>
      withAccount(options.account, async ({ db, account_id, api }) => {
        const rows = await api.webhooksOf.rows(db, { account_id });
        if (options.json) printJson(rows);
        else printTable(rows, ['id', 'url', 'status', 'off_reason', 'created_at']);
      }),
    );
}

function addRotate(webhooks: Command): void {
  onAccount(webhooks.command('rotate').argument('<webhook>', 'its id', uuid))
    .description('give an endpoint a new secret; both sign for 24 hours')
    .action((id: string, options) =>
      withAccount(options.account, async ({ db, account_id, api, now }) => {
        const secret = api.newWebhookSecret();
        const until = new Date(now.getTime() + api.GRACE_MS);
        const row = known(await api.rotateSecret.first(db, { id, account_id, secret, now, until }));
        if (options.json) printJson({ ...row, secret });
        else console.log(`secret   ${secret}`);
      }),
    );
}

function addSwitchOn(webhooks: Command): void {
  onAccount(webhooks.command('switch-on').argument('<webhook>', 'its id', uuid))
    .description('switch on an endpoint that answered 410 or failed for three days')
    .action((id: string, options) =>
      withAccount(options.account, async ({ db, account_id, api }) => {
        const row = known(await api.switchOn.first(db, { id, account_id }));
        if (options.json) printJson(row);
        else console.log('The endpoint is on.');
      }),
    );
}

function addDelete(webhooks: Command): void {
  onAccount(webhooks.command('delete').argument('<webhook>', 'its id', uuid))
    .description('delete an endpoint with its watches and deliveries')
    .action((id: string, options) =>
      withAccount(options.account, async ({ db, account_id, api }) => {
        if (!(await api.deleteWebhook(db, { id, account_id }))) known(null);
        if (options.json) printJson({ id, deleted: true });
        else console.log('The endpoint is deleted.');
      }),
    );
}

function addDeliveries(webhooks: Command): void {
  onAccount(webhooks.command('deliveries').argument('<webhook>', 'its id', uuid))
    .description('list what was sent to an endpoint, newest first')
    .option('--status <status>', 'pending, delivered or failed', statusNamed)
    .action((webhook_id: string, options) =>
      withAccount(options.account, async ({ db, account_id, api }) => {
        const owned = (await api.webhooksOf.rows(db, { account_id })).find((one) => one.id === webhook_id);
        known(owned ?? null);
        const asked = { webhook_id, status: options.status ?? null, cursor: null, limit: MOST_LISTED };
        const rows = await api.deliveriesOf.rows(db, asked);
        if (options.json) printJson(rows);
        else
          printTable(rows, ['id', 'type', 'status', 'attempts', 'last_status', 'created_at', 'last_error']);
      }),
    );
}

function addReplay(webhooks: Command): void {
  onAccount(
    webhooks
      .command('replay')
      .argument('<webhook>', 'id of the endpoint', uuid)
      .argument('<delivery>', 'its id', uuid),
  )
    .description('send a delivery again')
    .action((webhook_id: string, id: string, options) =>
      withAccount(options.account, async ({ db, account_id, api, now }) => {
        const owned = (await api.webhooksOf.rows(db, { account_id })).find((one) => one.id === webhook_id);
        if (known(owned ?? null).status === 'off') throw new Error('The endpoint is switched off.');
        const row = await api.replayDelivery.first(db, { webhook_id, id, now });
        if (!row) throw new Error('The endpoint has no delivery of this id.');
        if (options.json) printJson(row);
        else console.log('It is sent again within seconds, while a server runs.');
      }),
    );
}

type Api = typeof import('@domesday/api/webhooks');
type Database = Parameters<Parameters<typeof withDatabase>[0]>[0]['db'];

function withAccount(
  name: string,
  work: (open: { db: Database; account_id: string; api: Api; now: Date }) => Promise<void>,
): Promise<void> {
  return withDatabase(async (open) => {
    const { db } = open;
    const [{ accountNamed }, api] = await Promise.all([
      import('@domesday/api/accounts'),
      import('@domesday/api/webhooks'),
    ]);
    const { id: account_id } = await accountNamed(db, name);
    await work({ db, account_id, api, now: await open.now() });
  });
}

function known<T>(row: T | null): T {
  if (row === null) throw new Error('The account has no endpoint of this id.');
  return row;
}

function statusNamed(text: string): string {
  if (!['pending', 'delivered', 'failed'].includes(text))
    throw new InvalidArgumentError('It must be pending, delivered or failed.');
  return text;
}
