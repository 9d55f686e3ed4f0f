import { counted } from '@domesday/files/counted';
import { Command, InvalidArgumentError, Option } from 'commander';
import { accountName, whole } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';
import { withDatabase } from '../program.ts';

export function keysCommand(): Command {
  const keys = new Command('keys').description('create, list, cap, label and revoke API keys');
  addCreate(keys);
  addList(keys);
  addCap(keys);
  addLabel(keys);
  addRevoke(keys);
  return keys;
}

/** Options that only a key of a new account can have. */
const NEW_ACCOUNT_OPTIONS = ['name', 'plan'];

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('make a key and show it once, for a new account unless --account or --parent is given')
    .addOption(
      new Option('--account <id>', 'account that the key belongs to').conflicts([
        ...NEW_ACCOUNT_OPTIONS,
        'parent',
      ]),
    )
    .option('--name <name>', 'name of the new account (default: "my account")', accountName)
    .option('--plan <plan>', 'plan of the new account (default: "free")')
    .addOption(
      new Option('--parent <key>', 'make a sub-key of this key (id or prefix)').conflicts(
        NEW_ACCOUNT_OPTIONS,
      ),
    )
    .option('--cap <credits>', 'hard monthly cap of the key', credits)
    .option('--label <text>', 'label to tell keys apart, at most 80 characters', labelText)
    .option('--test', 'make a test key, whose calls cost no credits; a sub-key of a test key always is one')
    .option('--admin', 'a key that sees all accounts and plans in the portal')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const { accountNamed, createAccount, createKey, keyNamed } = await import('@domesday/api/accounts');
        const { inTransaction } = await import('@domesday/db');
        // One transaction: if an account were made but its key failed, a repeated command would make a second account.
        const key = await inTransaction(db, async (client) => {
          const parent = options.parent ? await keyNamed(client, options.parent) : null;
          if (parent?.revoked_at) throw new Error('The parent key is revoked.');
          const account_id =
            parent?.account_id ??
            (options.account ? (await accountNamed(client, options.account)).id : null) ??
            (await createAccount(client, options.name ?? 'my account', options.plan ?? 'free'));
          return createKey(client, {
            account_id,
            // As in the portal, a sub-key of a test key is a test key.
            mode: options.test ? 'test' : (parent?.mode ?? 'live'),
            label: options.label ?? null,
            parent_id: parent?.id ?? null,
            monthly_cap: options.cap ?? null,
            admin: options.admin ?? false,
          });
        });
        const { account_id } = key;
        if (options.json) printJson({ id: key.id, account_id, key: key.secret });
        else {
          console.log(`key      ${key.secret}`);
          console.log(`id       ${key.id}`);
          console.log(`account  ${account_id}`);
          console.log('The key is stored as a hash and cannot be shown again.');
        }
      }),
    );
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('list the keys of all accounts, or of one')
    .option('--account <id>', 'only this account')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db, now }) => {
        const { accountNamed, keysOfAccount, listAccounts, monthOf } = await import('@domesday/api/accounts');
        const month = monthOf(await now());
        const accounts = options.account
          ? [(await accountNamed(db, options.account)).id]
          : (await listAccounts.rows(db, { month })).map((a) => a.id);
        const rows = (
          await Promise.all(accounts.map((id) => keysOfAccount.rows(db, { account_id: id, month })))
        ).flat();
        if (options.json) printJson(rows);
        else
          printTable(rows, [
            'prefix',
            'id',
            'account_id',
            'label',
            'mode',
            'monthly_cap',
            'used_this_month',
            'revoked_at',
          ]);
      }),
    );
}

function addCap(keys: Command): void {
  keys
    .command('cap')
    .description('set the hard monthly cap of a key (id or prefix); "none" removes it')
    .argument('<key>')
    .argument('<credits>', 'a whole number of credits, or none', capOrNone)
    .option('--json', 'print JSON')
    .action((name, cap: number | null, options) =>
      withDatabase(async ({ db }) => {
        const { keyNamed, setCap } = await import('@domesday/api/accounts');
        const key = await keyNamed(db, name);
        if ((await setCap.run(db, { key_id: key.id, monthly_cap: cap })) === 0)
          throw new Error('The key is revoked: it spends nothing, and has no cap.');
        if (options.json) printJson({ id: key.id, monthly_cap: cap });
        else
          console.log(
            cap === null ? 'The key has no cap now.' : `The key may spend ${counted(cap, 'credit')} a month.`,
          );
      }),
    );
}

function addLabel(keys: Command): void {
  keys
    .command('label')
    .description('label a key (id or prefix); an empty text removes the label')
    .argument('<key>')
    .argument('<text>', 'at most 80 characters', labelText)
    .option('--json', 'print JSON')
    .action((name, label: string | null, options) =>
      withDatabase(async ({ db }) => {
        const { keyNamed, setLabel } = await import('@domesday/api/accounts');
        const key = await keyNamed(db, name);
        await setLabel.run(db, { key_id: key.id, label });
        if (options.json) printJson({ id: key.id, label });
        else console.log(label === null ? 'The key has no label now.' : `The key is labelled "${label}".`);
      }),
    );
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke <key>')
    .description(
      'revoke a key (id or prefix) and with it its sub-keys, within two seconds in every running server',
    )
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db }) => {
        const { keyNamed, setRevoked } = await import('@domesday/api/accounts');
        const key = await keyNamed(db, name);
        const changed = (await setRevoked.run(db, { key_id: key.id })) > 0;
        if (options.json) printJson({ id: key.id, revoked: true, changed });
        else console.log(changed ? 'The key is revoked.' : 'The key was revoked already.');
      }),
    );
}

const credits = whole(0, 2_000_000_000, 'credits');

function capOrNone(text: string): number | null {
  return text === 'none' ? null : credits(text);
}

function labelText(text: string): string | null {
  if (text.length > 80 || /\p{Cc}/u.test(text))
    throw new InvalidArgumentError('It must be one line of at most 80 characters.');
  return text || null;
}
