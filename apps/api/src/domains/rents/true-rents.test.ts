import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
  const postcode = '"BA1 1AA",10,375000,165000,"E92000001","","","","E06000022","E05999001"\n';
  await s.loadText('code-point-open', postcode);
  await s.loadText('brma-lookup', 'postcode,brma\nBA1 1AA,Bath\n');
  const sales = Array.from(
    { length: 12 },
    (_, i) =>
      `"{0000000${i.toString(16)}-0000-0000-0000-000000000001}","${200_000 + i * 1000}","2026-05-1${i % 10} 00:00","BA1 1AA","T","N","F","${i + 1}","","MADE-UP STREET","","BATH","BATH AND NORTH EAST SOMERSET","BATH AND NORTH EAST SOMERSET","A","A"\n`,
  );
  await s.loadText('price-paid', sales.join(''));
}, 180_000);
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

/** A made-up list of rents: rooms and homes of two bedrooms in a market area, in the twelve months to a September. */
const list = (year: number, brma = 'BATH') =>
  s.loadText(
    'lha-list-of-rents',
    `weekly_rent,year,brma,lha_category,region\n${Array.from({ length: 24 }, (_, i) => `${100 + i},${year},${brma},A,SW\n${250 + i},${year},${brma},C,SW\n`).join('')}`,
    { force: true },
  );

async function ask(path: string, status: number) {
  api.clock.advance(3000);
  const answer = await api.call(path, { key: api.liveKey });
  expect([path, answer.status]).toEqual([path, status]);
  return answer;
}
const told = (of: { field: string | null; message?: string; issue?: string }[], field: string) =>
  of
    .filter((one) => one.field === field)
    .map((one) => one.message ?? one.issue)
    .join(' ');

it('does not divide old rents by current prices, like valuations.rental, and gives the reason', async () => {
  await list(2022);
  for (const widen of [true, false]) {
    const { body, headers } = await ask(`/rents/yields?postcode=BA1%201AA&widen=${widen}`, 404);
    expect(told(body.error.details, 'rent_pcm')).toContain('2021-10-01 to 2022-09-30');
    expect(headers.get('x-credits-charged')).toBe('0');
  }
  expect((await ask('/rents/long-term?postcode=BA1%201AA', 200)).body.meta.period.to).toBe('2022-09-30');
});

it('gives as the period of a yield the earliest and the latest day of rents and prices', async () => {
  await list(2025);
  const { body } = await ask('/rents/yields?postcode=BA1%201AA', 200);
  expect(body.rent_of.period).toEqual({ from: '2024-10-01', to: '2025-09-30' });
  expect(body.price_of.period).toEqual({ from: '2025-11-22', to: '2026-11-22' });
  expect(body.meta.period).toEqual({ from: '2024-10-01', to: '2026-11-22' });
});

it('answers 404 free for a type of room whose rent no loaded source has, if no allowance is known', async () => {
  const kind = await ask('/rents/hmo?postcode=BA1%201AA&room_type=double_ensuite', 404);
  expect(kind.body.error.code).toBe('insufficient_data');
  expect(told(kind.body.error.details, 'rooms.double_ensuite')).toContain('do not distinguish kinds of room');
  expect(kind.headers.get('x-credits-charged')).toBe('0');
  const any = await ask('/rents/hmo?postcode=BA1%201AA', 200);
  expect(any.body.rooms.at(-1)).toMatchObject({ room_type: 'any', rent_pcm: { n: 24 } });
});

it('asks to load only what is not loaded', async () => {
  const rate = 'shared_accommodation_rate_pw';
  const before = (await ask('/rents/hmo?postcode=BA1%201AA', 200)).body.meta.warnings;
  expect(told(before, rate)).toBe('Shared accommodation rate: load lha-rates to know it.');
  await s.loadText(
    'lha-rates',
    'year,BRMA,CAT A,CAT B,CAT C,CAT D,CAT E\n2026,Elsewhere,80,100,120,140,180\n',
  );
  const { warnings } = (await ask('/rents/hmo?postcode=BA1%201AA', 200)).body.meta;
  expect(told(warnings, rate)).toBe('Shared accommodation rate: no loaded table has this market area.');
  const allowance = (await ask('/rents/long-term?postcode=BA1%201AA', 200)).body.meta.warnings;
  for (const field of ['lha_pcm', 'lha_brma'])
    expect(told(allowance, field)).toBe('Housing allowance: no loaded table has this market area.');
  expect(told(warnings, 'lha_brma')).toBe(told(warnings, rate));
});
