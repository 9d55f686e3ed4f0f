import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
let watch: string[];
const run = (...args: string[]) => domesday(args, { DATABASE_URL: database.url });
beforeAll(async () => {
  database = await emptyDatabase();
  const { id } = JSON.parse((await run('accounts', 'create', 'one', '--json')).out);
  const hook = await run('webhooks', 'create', 'https://example.org/hooks', '--account', id, '--json');
  const until = `${new Date().getFullYear() + 1}-01-31`;
  const wanted = ['--events', 'sold', '--purpose', 'a test', '--until', until];
  watch = ['watches', 'create', '--account', id, '--webhook', JSON.parse(hook.out).id, ...wanted];
});
afterAll(() => database?.drop());

it.each([
  ['none', []],
  ['two', ['--uprn', '1', '--outcode', 'XE1']],
])('a command line for a watch that names %s of the possible places is invalid', async (_, places) => {
  const { code, err } = await run(...watch, ...places);
  expect([code, err]).toEqual([2, expect.stringContaining('--uprn, --postcode or --outcode')]);
});

it.each([
  [['--outcode', 'XE1', '--near', '100'], '--near needs the event planning'],
  [['--outcode', 'XE1', '--moved', '5'], '--moved needs the event value_moved'],
  [['--outcode', 'XE1', '--until', '2020-01-31'], '--until must be from'],
  [['--outcode', 'XE1 1AA'], '--outcode must be an outcode'],
  [['--postcode', 'XE1 1AA', '--events', 'value_moved'], '--events may have value_moved only for a uprn'],
])('the refusal of a watch with %j names the option', async (options, words) => {
  const { code, err } = await run(...watch, ...options);
  expect([code, err]).toEqual([1, expect.stringContaining(`error: ${words}`)]);
});

it('the plan of an update of an empty database says that there is nothing to fetch', async () => {
  const { code, out } = await run('update', '--plan');
  expect([code, out]).toEqual([0, expect.stringContaining('no dataset is loaded yet')]);
});
