import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

// A made-up place of one authority, and four postcodes of another far away.
const POSTCODES = [
  ['BA1 1AA', 375_000, 165_000, 'E06000022'],
  ...['LS1 1AA', 'LS1 1AB', 'LS1 1AD', 'LS1 1AE'].map((one) => [one, 430_000, 433_000, 'E08000035']),
];
const FILE = (postcodes: string[]) =>
  `postcode,Median download speed (Mbit/s)\n${postcodes.map((one) => `${one},80\n`).join('')}`;

async function broadband() {
  api.clock.advance(3000);
  const { status, body } = await api.call('/location/profile?postcode=BA1%201AA&sections=broadband');
  expect(status, JSON.stringify(body.error)).toBe(200);
  const of = body.meta.warnings.map((one: { code: string; field: string }) => `${one.code} ${one.field}`);
  return { comparators: body.sections.broadband.comparators, warnings: of };
}

it('compares broadband with a nation only if more than the files of a few postcode areas are loaded', async () => {
  await s.loadText(
    'code-point-open',
    POSTCODES.map(
      ([code, e, n, authority]) => `"${code}",10,${e},${n},"E92000001","","","","${authority}","E05999001"\n`,
    ).join(''),
  );
  await s.loadText('ofcom-broadband', FILE(['BA1 1AA']));
  const part = await broadband();
  expect(part.comparators.local_authority).toEqual({ code: 'E06000022', value: 80 });
  expect(part.comparators.national).toBeNull();
  expect(part.warnings).toContain('not_covered sections.broadband.comparators.national');

  await s.loadText('ofcom-broadband', FILE(POSTCODES.map(([code]) => String(code))));
  const whole = await broadband();
  expect(whole.comparators.national).toEqual({ code: 'E92000001', value: 80 });
  expect(whole.warnings.join()).not.toContain('comparators');
});
