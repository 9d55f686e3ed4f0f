import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthOf } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
import { takeLoadLockForTransaction } from '@domesday/loading/load-lock';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { programOf } from '../src/commands.ts';
import { completionsOf, SHELLS, scriptFor } from '../src/completion.ts';
import { COMMAND, domesday as run } from './domesday.ts';

const program = await programOf();

/** Every command with an action, by its path; groups have no action. */
function leaves(command: Command, path: string[] = []): [string, Command][] {
  const shown = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  if (shown.length === 0) return [[path.join(' '), command]];
  return shown.flatMap((one) => leaves(one, [...path, one.name()]));
}
const COMMANDS = leaves(program);

describe.each(COMMANDS)('domesday %s', (_path, command) => {
  it('takes --json and has a description, as have its options', () => {
    expect(command.options.map((option) => option.long)).toContain('--json');
    expect(command.description()).not.toBe('');
    for (const option of command.options) expect([option.long, option.description]).not.toContain('');
  });
});

let database: TestDatabase;

const domesday = (...args: string[]) => run(args, { DATABASE_URL: database.url });

beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it.skipIf(process.platform !== 'linux')(
  'ends with 1 and a message if its output cannot be written, and goes on if only its messages cannot',
  () => {
    const to = (out: number | 'pipe', err: number | 'pipe', ...args: string[]) =>
      spawnSync(process.execPath, [...COMMAND, ...args], { stdio: ['ignore', out, err], encoding: 'utf8' });
    const full = openSync('/dev/full', 'w');
    const unwritten = to(full, 'pipe', 'completion', 'bash');
    expect(unwritten.stderr).toMatch(/^error: The output cannot be written \(ENOSPC.*\n$/);
    expect(unwritten.status).toBe(1);
    expect(to('pipe', full, 'stauts').status).toBe(2);
    closeSync(full);
  },
);

it('suggests the nearest command, option or dataset for one that it does not know, and ends with 2', async () => {
  for (const [args, words] of [
    [['stauts'], 'Did you mean status?'],
    [['keys', 'crate'], 'Did you mean create?'],
    [['accounts', 'creat', 'a name'], 'Did you mean create?'],
    [['accounts', 'planss'], 'Did you mean plans?'],
    [['help', 'stauts'], 'Did you mean status?'],
    [['stauts', '--help'], 'Did you mean status?'],
    [['help', 'keys', 'crate'], 'Did you mean create?'],
    [['keys', 'help', 'crate'], 'Did you mean create?'],
    [['keys', 'crate', '-h'], 'Did you mean create?'],
    [['status', '--jsn'], 'Did you mean --json?'],
    [['load', 'price-piad', 'file.csv'], 'Did you mean price-paid?'],
    [['keys', 'cap', 'svc_live_abc123', 'lots'], 'whole number of credits'],
    [['keys', 'cap', 'svc_live_abc123', ''], 'whole number of credits'],
    [['webhooks', 'rotate', 'nobody', '--account', 'nobody'], 'It must be an id'],
    [['match', 'in.csv', '--out', 'out.csv', '--workers', '0'], 'processes from 1 to 64'],
    [['build', '--workers', 'many'], 'processes from 1 to 256'],
    [['keys', 'create', '--account', 'one', '--plan', 'pro'], "cannot be used with option '--plan <plan>'"],
    [['keys', 'create', '--parent', 'svc_live_abc123', '--account', 'one'], "'--parent <key>'"],
    [['build', '--keep', '0'], 'releases from 1 to 1000'],
    [['backtest', '--from', '2006-02-30', '--to', '2018-01-01'], 'a day such as 2027-06-30'],
    [['watches', 'create', '--until', '2027-02-30'], 'a day such as 2027-06-30'],
    [['watches', 'create', '--purpose', 'x'], '3 to 500 characters'],
    [['watches', 'create', '--uprn', 'abc'], '1 to 12 digits'],
    [['backtest', '--from', '2006-01-01', '--to', '2018-01-01', '--every', '13'], 'months from 1 to 12'],
    [['backtest', '--from', '2006-01-01', '--to', '2018-01-01', '--thin', '0'], 'a share in per cent'],
    [['load', 'price-paid', 'a.csv', '--release', '2026-99'], 'a month such as 2026-08'],
    [['load', 'price-paid', 'a.csv', '--release', '08/2026'], 'a month such as 2026-08'],
    [['load', 'price-paid', 'a.csv', '--release', '2098-01'], 'more than a year ahead'],
    [['load', 'price-paid', 'a.csv', '--release', ' '], 'a variable not set'],
    [['load', 'price-paid', 'http://'], 'not a valid address'],
    [['load', 'price-paid', 'https://files.example:99999/a.csv'], 'not a valid address'],
    [['keys', 'create', '--name', ''], '1 to 200 characters'],
    [['keys', 'create', '--name', 'x'.repeat(201)], '1 to 200 characters'],
    [['accounts', 'create', 'x'.repeat(201)], '1 to 200 characters'],
  ] as const) {
    const { code, err } = await domesday(...args);
    expect(err).toContain(words);
    expect([args, code]).toEqual([args, 2]);
  }
  expect((await domesday('--help')).code).toBe(0);
  for (const args of [
    ['keys', 'create', '--help'],
    ['help', 'keys', 'create'],
    ['keys', 'help', 'create'],
  ])
    expect(await domesday(...args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: domesday keys create /),
    });
  expect(spawnSync(process.execPath, [...COMMAND, 'stauts']).status).toBe(2);
});

it('prints one JSON document also for an invalid command line', async () => {
  for (const args of [
    ['stauts'],
    ['keys', 'create', '--cap', 'lots'],
    ['load', 'price-piad', 'a.csv'],
    ['load'],
  ]) {
    const { code, out } = await domesday(...args, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      2,
      { error: { message: expect.stringMatching(/^(?!error: )./) } },
    ]);
  }
  const { code, out } = await domesday('load', 'price-paid', '/nowhere/pp.csv', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('pp.csv') },
  });
});

it('ends with 2 and leaves no process behind if the extension of a table is not a known format', () => {
  const refused = (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: database.url };
    return spawnSync(process.execPath, [...COMMAND, 'match', ...args], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
  };
  for (const args of [
    ['customers.txt', '--out', 'matched.csv'],
    ['customers.csv', '--out', 'matched.txt'],
  ]) {
    const { status, stderr } = refused(...args);
    expect(stderr).toContain('.txt must end in .csv');
    expect(status).toBe(2);
  }
});

it('refuses to load an empty file name and an address that is not http', async () => {
  for (const name of ['', ' ', 'ftp://example.org/a.csv', 's3://made-up/a.csv'])
    expect((await domesday('load', 'price-paid', name)).code).toBe(2);
});

it('starts no server if the REST API and the MCP server share a port, or if a port is taken', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const port = String((busy.address() as AddressInfo).port);
  vi.stubEnv('API_PORT', port);
  vi.stubEnv('MCP_PORT', port);
  const both = await domesday('up');
  expect([both.code, both.err]).toEqual([1, expect.stringContaining(`are both ${port}`)]);
  vi.stubEnv('API_PORT', port);
  const taken = await domesday('up');
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(`The port ${port} on`)]);
  busy.close();
  vi.stubEnv('HOST', '192.0.2.1');
  expect((await domesday('up')).err).toContain('Set HOST to an address of this machine');
});

it('leaves the tables that a load with --defer makes stale to the next load, and reports them until then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-defer-'));
  try {
    const list = join(folder, 'list.csv');
    await writeFile(list, 'UPRN,ADDRESS,POSTCODE\n998200000001,"1 MADE UP ROAD, XANBURY",XE1 2AB\n');
    const homes = async () => (await database.db.query('select uprn from addresses')).rows.length;
    const behind = async () => JSON.parse((await domesday('status', '--json')).out).behind.tables as string[];
    expect((await domesday('load', 'address-list', list, '--defer')).code).toBe(0);
    expect([await homes(), await behind()]).toEqual([
      0,
      expect.arrayContaining(['addresses', 'address_index']),
    ]);
    expect((await domesday('load', 'address-list', list)).code).toBe(0);
    expect([await homes(), await behind()]).toEqual([1, []]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('names the datasets in which an upgrade from 1.1.0 left fictional records among real ones', async () => {
  const folder = '/tmp/domesday-sandbox-aB3_d9';
  const added = await database.db.query(
    `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at, rows_read)
     select dataset, 'published', uri, uri, '', '', now(), now(), 9
       from (values ('ofsted', '${folder}/ofsted/a.csv'), ('gias', '${folder}/gias/a.csv'), ('radon', '/data/a.zip'))
            as l (dataset, uri) returning id`,
  );
  const ids = added.rows.map(({ id }) => id);
  // The fictional load of gias is not served.
  await database.db.query(
    `insert into dataset_served (dataset, load_id, rows)
     select dataset, id, 9 from dataset_loads where id = any($1::bigint[]) and dataset <> 'gias'`,
    [ids],
  );
  try {
    for (const command of ['status', 'upgrade']) {
      const { out, err } = await domesday(command);
      expect(err).toBe('');
      expect(out).toMatch(
        /served as if they were real: ofsted\. Load .* --replace --force.* remove <dataset> <dataset> …$/m,
      );
      const json = JSON.parse((await domesday(command, '--json')).out);
      expect(json.fictional_datasets).toEqual(['ofsted']);
    }
  } finally {
    await database.db.query('delete from dataset_served where load_id = any($1::bigint[])', [ids]);
    await database.db.query('delete from dataset_loads where id = any($1::bigint[])', [ids]);
  }
  expect(JSON.parse((await domesday('status', '--json')).out).fictional_datasets).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'says in one line that nothing was published if a signal ends a waiting load, and ends by that signal, with --json too',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-stopped-'));
    const list = join(folder, 'list.csv');
    await writeFile(list, 'UPRN,ADDRESS,POSTCODE\n998200000009,"9 MADE UP ROAD, XANBURY",XE1 2AB\n');
    // A waiting command says so even with --json; the signal then ends the wait.
    const stopped = async (signal: NodeJS.Signals) => {
      const json = signal === 'SIGTERM' ? ['--json'] : [];
      const child = spawn(process.execPath, [...COMMAND, 'load', 'address-list', list, ...json], {
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: ['ignore', 'ignore', 'pipe'],
        // Without this, a command that does not report its wait would hang instead of failing.
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      const ended = once(child, 'exit');
      let said = '';
      for await (const chunk of child.stderr) {
        said += chunk;
        if (
          said.includes(
            `waiting for another load or build to end (domesday build, process ${process.pid} on `,
          )
        )
          child.kill(signal);
      }
      return [(await ended)[1], said.trim().split('\n').at(-1)];
    };
    try {
      await inTransaction(database.db, async (client) => {
        await takeLoadLockForTransaction(database.db, client, { what: 'build' });
        const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
        for (const [i, [ended, line]] of (await Promise.all(signals.map(stopped))).entries())
          expect([ended, line]).toEqual([
            signals[i],
            expect.stringMatching(`^Stopped by ${signals[i]}. Nothing was published`),
          ]);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

it('ends with 1 and a sentence if an identifier does not exist, in JSON too', async () => {
  for (const args of [
    ['keys', 'revoke', 'svc_live_nobody'],
    ['keys', 'list', '--account', 'nobody'],
    ['keys', 'create', '--account', 'nobody'],
    ['accounts', 'plan', 'nobody', 'pro'],
    ['accounts', 'credits', '00000000-0000-0000-0000-000000000000'],
    ['accounts', 'create', 'a name', '--plan', 'gold'],
  ]) {
    const plain = await domesday(...args);
    expect([plain.code, plain.err]).toEqual([1, expect.stringMatching(/^error: There is no /)]);
    const json = await domesday(...args, '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out).error.message).toMatch(/^There is no /);
  }
});

it('creates, labels, caps, lists and revokes keys, webhooks and watches, and shows accounts, plans and credits', async () => {
  const json = async (...args: string[]) => JSON.parse((await domesday(...args, '--json')).out);
  const account = await json('accounts', 'create', 'made-up account', '--plan', 'starter');
  const key = await json('keys', 'create', '--account', account.id, '--label', 'first');
  expect(key.key).toMatch(/^svc_live_[0-9A-Za-z]{40}$/);
  expect(await json('keys', 'label', key.id, 'second')).toEqual({ id: key.id, label: 'second' });
  expect(await json('keys', 'cap', key.id, '7')).toEqual({ id: key.id, monthly_cap: 7 });
  expect(await json('accounts', 'plan', account.id, 'pro')).toEqual({ id: account.id, plan_id: 'pro' });
  expect(await json('accounts', 'credits', account.id)).toMatchObject({
    name: 'made-up account',
    plan_id: 'pro',
    month: monthOf(new Date()),
    monthly_credits: 50_000,
    credits_used: 0,
    remaining: 50_000,
    keys: [{ label: 'second', monthly_cap: 7, revoked_at: null }],
  });
  const of = ['--account', account.id];
  const hook = await json('webhooks', 'create', 'https://example.org/hooks', ...of);
  expect(hook.secret).toMatch(/^whsec_/);
  expect((await json('webhooks', 'rotate', hook.id, ...of)).secret).not.toBe(hook.secret);
  const wanted = [
    '--events',
    'sold,listing',
    '--purpose',
    'a test',
    '--until',
    `${new Date().getFullYear() + 1}-01-31`,
  ];
  const watch = await json('watches', 'create', ...of, '--webhook', hook.id, '--outcode', 'xe1', ...wanted);
  expect(await json('watches', 'list', ...of)).toMatchObject([
    { id: watch.id, outcode: 'XE1', events: ['sold', 'listing'] },
  ]);
  expect(await json('webhooks', 'deliveries', hook.id, ...of)).toEqual([]);
  expect(await json('watches', 'list', ...of, '--after', watch.id)).toEqual([]);
  expect(await json('watches', 'delete', watch.id, ...of)).toEqual({ id: watch.id, deleted: true });
  // Paging after a deleted watch is an error; an empty list would look like the end.
  const after = await json('watches', 'list', ...of, '--after', watch.id);
  expect(after.error.message).toContain('list from the start');
  expect(await json('webhooks', 'delete', hook.id, ...of)).toEqual({ id: hook.id, deleted: true });
  expect(await json('webhooks', 'list', ...of)).toEqual([]);
  expect(await json('keys', 'revoke', key.id)).toEqual({ id: key.id, revoked: true, changed: true });
  expect(await json('keys', 'revoke', key.id)).toMatchObject({ changed: false });
  expect((await json('keys', 'cap', key.id, '9')).error.message).toContain('revoked');
  expect((await json('keys', 'list', '--account', account.id))[0].revoked_at).not.toBeNull();
  expect((await json('keys', 'create', '--parent', key.id)).error.message).toContain('revoked');
  expect((await json('keys', 'create', ...of, '--test')).key).toMatch(/^svc_test_/);
  expect(await json('accounts', 'list')).toMatchObject([{ id: account.id, plan_id: 'pro' }]);
  expect(await json('upgrade')).toMatchObject({
    applied: [],
    removed: [],
    behind: { tables: [], statistics: true },
  });
});

describe('completion', () => {
  const completions = completionsOf(program);

  it('includes every command, its options and the datasets', () => {
    expect(completions.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['', 'keys', ...COMMANDS.map(([path]) => path)]),
    );
    expect(completions.find(({ path }) => path === 'load')!.words).toContain('price-paid');
    expect(completions.find(({ path }) => path === '')!.words).not.toContain('fit-worker');
  });

  it('completes a partial word in bash', () => {
    const script = scriptFor('bash', completions);
    const complete = (...words: string[]) =>
      spawnSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _domesday; echo "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8' },
      ).stdout.trim();
    expect(complete('domesday', 'ke')).toBe('keys');
    expect(complete('domesday', 'keys', 're')).toBe('revoke');
    expect(complete('domesday', 'load', 'price')).toBe('price-paid');
    expect(complete('domesday', 'keys', 'create', '--la')).toBe('--label');
    expect(complete('domesday', 'load', 'price-paid', '--fo')).toBe('--force');
  });

  it.for(SHELLS)('is a script that %s can parse', (shell, { skip }) => {
    const { error, status, stderr } = spawnSync(shell, ['-n'], {
      input: scriptFor(shell, completions),
      encoding: 'utf8',
    });
    skip(error !== undefined, `there is no ${shell} here`);
    expect([status, stderr]).toEqual([0, '']);
  });
});
