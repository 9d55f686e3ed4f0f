import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batchLoader, gatherKeys } from './batch-loader.ts';
import type { Db } from './pool.ts';

const db = {} as Db;

it('reads the keys that arrive during a statement with one next statement, and gives each caller its own value', async () => {
  const read: number[][] = [];
  const look = batchLoader<number, string>(async (_, keys) => {
    read.push(keys);
    await new Promise((done) => setTimeout(done, 5));
    return keys.map((key) => (key === 3 ? null : `value ${key}`));
  });
  const first = look(db, 1);
  await nextTurn();
  const rest = [look(db, 2), look(db, 3), look(db, 2)];
  expect(await Promise.all([first, ...rest])).toEqual(['value 1', 'value 2', null, 'value 2']);
  expect(read).toEqual([[1], [2, 3, 2]]);
});

it('rejects only the callers of a failed statement, and continues', async () => {
  let calls = 0;
  const look = batchLoader<number, number>(async (_, keys) => {
    if (++calls === 1) throw new Error('connection lost');
    return keys;
  });
  await expect(look(db, 1)).rejects.toThrow('connection lost');
  expect(await look(db, 2)).toBe(2);
});

it('reads a batch in the context of its first caller, even if an earlier batch triggers it', async () => {
  const request = new AsyncLocalStorage<string>();
  const contexts: [string | undefined, number[]][] = [];
  const look = batchLoader<number, number>(async (_, keys) => {
    contexts.push([request.getStore(), keys]);
    await new Promise((done) => setTimeout(done, 5));
    return keys;
  });
  const first = request.run('first', () => look(db, 1));
  await nextTurn();
  await Promise.all([
    first,
    request.run('second', () => look(db, 2)),
    request.run('third', () => look(db, 3)),
  ]);
  expect(contexts).toEqual([
    ['first', [1]],
    ['second', [2, 3]],
  ]);
});

it('with gatherKeys, reads together the keys of items that start one after another', async () => {
  const gathered = {} as Db;
  gatherKeys(gathered);
  const read: number[][] = [];
  const second: number[][] = [];
  const look = batchLoader<number, number>(async (_, keys) => {
    read.push(keys);
    return keys;
  });
  const lookAgain = batchLoader<number, number>(async (_, keys) => {
    second.push(keys);
    return keys;
  });
  const items: Promise<number | null>[] = [];
  for (const key of [1, 2, 3, 4]) {
    // Every other item asks the second loader.
    items.push(look(gathered, key).then((value) => (key % 2 ? lookAgain(gathered, value!) : value)));
    await nextTurn();
  }
  expect(await Promise.all(items)).toEqual([1, 2, 3, 4]);
  expect([read, second]).toEqual([[[1, 2, 3, 4]], [[1, 3]]]);
});

it('with gatherKeys, starts the next statement while the values of the last one are still handed out', async () => {
  const gathered = {} as Db;
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  gatherKeys(gathered, () => held);
  let begun = (): void => {};
  const second = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let reads = 0;
  const look = batchLoader<number, number>(async (_, keys) => {
    if (++reads === 2) begun();
    return keys;
  });
  // The first statement takes fifty keys; the pause after its first value lasts until the second statement has begun.
  const all = Promise.all(Array.from({ length: 70 }, (_, key) => look(gathered, key)));
  await second;
  goOn();
  expect(await all).toHaveLength(70);
});
