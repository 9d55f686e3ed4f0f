import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every address here is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const STREETS = 400;
const postcode = (i: number) =>
  `XE${1 + Math.floor(i / 200)} ${Math.floor(i / 20) % 10}${'ABDEFGHJLNPQRSTUWXYZ'[i % 20]}A`;
const listOf = (from: number, to: number) =>
  `UPRN,ADDRESS,POSTCODE\n${Array.from({ length: to - from }, (_, i) => `${998_000_000_000 + from + i},"${1 + i} Cod ${from + i} Row, Haven",${postcode(from + i)}\n`).join('')}`;
/** All addresses. A part of this list has the same home under the same UPRN. */
const whole = listOf(0, STREETS).split('\n');
const part = (from: number, to: number) => `${[whole[0], ...whole.slice(1 + from, 1 + to)].join('\n')}\n`;

it('the samples of an address index are the same documents, whichever of them were loaded first', async () => {
  const sampled = () =>
    s.rows('select postcode, text, sample from address_documents where sample > 0 order by 1, 2');
  await s.loadText('address-list', part(0, STREETS));
  const once = await sampled();
  expect(once.length).toBeGreaterThan(STREETS / 64);
  expect(once.length).toBeLessThan(STREETS / 4);
  await s.empty();
  await s.loadText('address-list', part(20, STREETS));
  await s.loadText('address-list', part(0, 20));
  expect(await sampled()).toEqual(once);
});
