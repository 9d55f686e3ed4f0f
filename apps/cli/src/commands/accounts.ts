import type { KeyRow } from '@domesday/api/accounts';
import { count, counted } from '@domesday/files/counted';
import { Command } from 'commander';
import { closest } from 'fastest-levenshtein';
import { mustAgree } from '../agreed.ts';
import { accountName, month } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';

export function accountsCommand(): Command {
  const accounts = new Command('accounts').description(
    'create, list and close accounts, their plans and credits',
  );
  addCreate(accounts);
  addList(accounts);
  addPlan(accounts);
  addPlans(accounts);
  addCredits(accounts);
  addRefund(accounts);
  addClose(accounts);
  return accounts;
}

function addCreate(accounts: Command): void {
  accounts
    .command('create')
    .description('make an account without a key; `keys create --account` gives it one')
    .argument('<name>', 'at most 200 characters', accountName)
    .option('--plan <plan>', 'its plan', 'free')
    .option('--json', 'print JSON')
    .action((name: string, options) =>
      withDatabase(async ({ db }) => {
        const { createAccount } = await import('@domesday/api/accounts');
        const id = await createAccount(db, name, options.plan);
        if (options.json) printJson({ id, name, plan_id: options.plan });
        else console.log(`account  ${id}`);
      }),
    );
}

function addList(accounts: Command): void {
  accounts
    .command('list', { isDefault: true })
    .description('list the accounts with what they used in a month')
    .option('--month <month>', 'the month, such as 2026-10; the current month by default', month)
    .option('--json', 'print JSON')
    // For a misspelt command name commander would otherwise say that `list` takes no argument.
    .allowExcessArguments()
    .action((options, { args: [unknown] }: Command) => {
      if (unknown !== undefined) accounts.error(unknownCommand(accounts, unknown));
      return withDatabase(async ({ db, now }) => {
        const { listAccounts } = await import('@domesday/api/accounts');
        const rows = await listAccounts.rows(db, { month: await monthAsked(options.month, now) });
        if (options.json) printJson(rows);
        else printTable(rows, ['id', 'name', 'plan_id', 'monthly_credits', 'credits_used', 'rate_limit']);
      });
    });
}

function unknownCommand(accounts: Command, name: string): string {
  const nearest = closest(
    name,
    accounts.commands.map((command) => command.name()),
  );
  return `error: unknown command '${name}'\n(Did you mean ${nearest}?)`;
}

function addPlan(accounts: Command): void {
  accounts
    .command('plan <account> <plan>')
    .description('change the plan of an account at once')
    .option('--json', 'print JSON')
    .action((account: string, plan: string, options) =>
      withDatabase(async ({ db }) => {
        const { accountNamed, putOnPlan } = await import('@domesday/api/accounts');
        const { id } = await accountNamed(db, account);
        await putOnPlan(db, id, plan);
        if (options.json) printJson({ id, plan_id: plan });
        else console.log(`The account is on the plan "${plan}" now.`);
      }),
    );
}

function addPlans(accounts: Command): void {
  accounts
    .command('plans')
    .description('list the plans: their credits a month, and requests of a key in ten seconds')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const { listPlans } = await import('@domesday/api/accounts');
        const rows = await listPlans.rows(db);
        if (options.json) printJson(rows);
        else printTable(rows, ['id', 'monthly_credits', 'rate_limit']);
      }),
    );
}

function addCredits(accounts: Command): void {
  accounts
    .command('credits <account>')
    .description('show the credits of an account in a month: limit, used, and used by each key')
    .option('--month <month>', 'the month, such as 2026-10; the current month by default', month)
    .option('--json', 'print JSON')
    .action((account: string, options) =>
      withDatabase(async ({ db, now }) => {
        const { accountNamed, keysOfAccount } = await import('@domesday/api/accounts');
        const of = await monthAsked(options.month, now);
        const { id, name, plan_id, monthly_credits, credits_used } = await accountNamed(db, account, of);
        const keys = await keysOfAccount.rows(db, { account_id: id, month: of });
        const used = { month: of, credits_used };
        const shown = <Name extends keyof KeyRow>(columns: readonly Name[]) =>
          keys.map((key) => Object.fromEntries(columns.map((column) => [column, key[column]])));
        if (options.month) {
          const rows = shown(BILLED_COLUMNS);
          if (options.json) return printJson({ id, name, ...used, keys: rows });
          console.log(`${name}: ${counted(credits_used, 'credit')} used in ${of.slice(0, 7)}`);
          return printTable(rows, [...BILLED_COLUMNS]);
        }
        const rows = shown(KEY_COLUMNS);
        const remaining = Math.max(0, monthly_credits - credits_used);
        if (options.json)
          return printJson({ id, name, plan_id, monthly_credits, ...used, remaining, keys: rows });
        console.log(
          `${name}, plan ${plan_id}: ${count(credits_used)} of ${counted(monthly_credits, 'credit')} used, ${count(remaining)} left`,
        );
        printTable(rows, [...KEY_COLUMNS]);
      }),
    );
}

/**
 * Columns for a past month. `own_credits` of the keys add up to the account's credits; past plans and caps are not
 * stored.
 */
const BILLED_COLUMNS = ['prefix', 'label', 'mode', 'own_credits', 'revoked_at'] as const;
/** The credits of a parent key include those of its sub-keys, since both count towards its cap. */
const KEY_COLUMNS = [
  'prefix',
  'label',
  'mode',
  'monthly_cap',
  'used_this_month',
  'own_credits',
  'revoked_at',
] as const;

async function monthAsked(given: string | undefined, now: () => Promise<Date>): Promise<string> {
  const { monthOf } = await import('@domesday/api/accounts');
  const current = monthOf(await now());
  if (given !== undefined && given > current) throw new Error(`${given.slice(0, 7)} has not begun.`);
  return given ?? current;
}

function addRefund(accounts: Command): void {
  accounts
    .command('refund <request>')
    .description(
      'reverse the charge of a request, named by its X-Request-Id, in the month in which it was charged',
    )
    .option('--yes', 'agree beforehand; else it is asked once')
    .option('--json', 'print JSON')
    .action(async (request_id: string, options) => {
      const { cancel, chargeOfRequest } = await import('@domesday/api/accounts');
      const charge = await withDatabase(({ db }) => chargeOfRequest.first(db, { request_id }));
      const nothing = `Nothing is charged for a request "${request_id}": it was free or unknown, or its charge was reversed before.`;
      if (!charge || charge.credits === 0) throw new Error(nothing);
      const { account_id, account_name, operation, month, charged_at } = charge;
      const what = `${counted(charge.credits, 'credit')} of ${operation} in ${month.slice(0, 7)}, account "${account_name}" (${account_id})`;
      if (!options.yes) await mustAgree(`Take back ${what}?`, 'Nothing was taken back');
      // A second refund of the same charge may have run at the same time.
      if ((await withDatabase(({ db }) => cancel(db, month, charged_at, [charge]))) === 0)
        throw new Error(nothing);
      if (options.json) printJson({ request_id, account_id, operation, month, credits: charge.credits });
      else console.log(`taken back: ${what}`);
    });
}

function addClose(accounts: Command): void {
  accounts
    .command('close <account>')
    .description(
      'revoke the keys of an account and delete its stored data and its name; its credits stay on record',
    )
    .option('--yes', 'agree beforehand; else it is asked once')
    .option('--json', 'print JSON')
    .action(async (account: string, options) => {
      const { accountNamed, closeAccount } = await import('@domesday/api/accounts');
      const { id, name } = await withDatabase(({ db }) => accountNamed(db, account));
      if (!options.yes)
        await mustAgree(`Close "${name}" (${id}), which cannot be undone?`, 'Nothing was closed');
      reportInterruption('Its keys may be revoked and some of it deleted. Run the same command again.');
      const closed = await withDatabase(async ({ db, now }) => closeAccount(db, id, await now()));
      if (options.json) return printJson({ id, ...closed });
      console.log('The account is closed. Deleted with its watches, sign-ins and names:');
      printTable([closed], ['keys_revoked', 'webhooks', 'jobs', 'stored_answers']);
    });
}
