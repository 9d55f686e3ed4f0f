import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGiveWay } from './give-way.ts';

it('does not start another input while a single call is running', async () => {
  const slots = { in_use: 1 };
  const giveWay = createGiveWay(slots, Number.POSITIVE_INFINITY);
  const begun: number[] = [];
  const work = [1, 2].map((input) => giveWay().then(() => begun.push(input)));
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(begun).toEqual([]);
  slots.in_use = 0;
  await Promise.all(work);
  expect(begun).toEqual([1, 2]);
});

it('starts every input in the end, even if single calls never stop', async () => {
  const giveWay = createGiveWay({ in_use: 1 }, 1);
  const begun = await Promise.all([1, 2, 3].map((input) => giveWay().then(() => input)));
  expect(begun).toEqual([1, 2, 3]);
});
