import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every postcode and figure is made up: two neighbouring postcode areas, one whose name begins with the other's, and
// one that is no longer used and in no file.
let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  for (const [name, postcodes] of Object.entries({
    'xe.csv': ['XE1 1AA', 'XE1 1AB'],
    'xf.csv': ['XF1 1AA'],
    'x.csv': ['X1 1AA'],
  }))
    await s.loadText('code-point-open', postcodes.map((one) => CODE_POINT(one)).join(''), { name });
  await s.loadText('code-point-open', CODE_POINT('XG1 1AA'), { name: 'xg.csv' });
  await s.rows(`update postcodes set terminated_on = '2020-01-01' where postcode = 'XG1 1AA'`);
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

const load = (postcodes: string[], edition: string) =>
  s.loadText(
    'ofcom-broadband',
    `postcode,SFBB availability (% premises)\n${postcodes.map((one) => `${one},80\n`).join('')}`,
    { name: `${edition}_fixed_pc_coverage_r1_${postcodes[0]!.split(/\d/)[0]}.csv`, force: true },
  );

const loadSpeeds = (postcode: string, edition: string) =>
  s.loadText('ofcom-broadband', `postcode,Median download speed (Mbit/s)\n${postcode},60\n`, {
    name: `${edition}_fixed_pc_performance_r03_${postcode.split(/\d/)[0]}.csv`,
    force: true,
  });

/** The warnings of both operations about broadband in a circle. */
async function warned() {
  const [{ latitude, longitude }] = await s.rows(`select latitude, longitude from postcodes limit 1`);
  const asked = `lat=${latitude}&lng=${longitude}&radius_m=500`;
  const told: string[][] = [];
  for (const path of ['/location/infrastructure?categories=food&', '/location/profile?sections=broadband&']) {
    api.clock.advance(3000);
    const { body } = await api.call(path + asked);
    const of = /^(sections\.)?broadband$/;
    told.push(
      body.meta.warnings
        .filter(({ field }: { field: string | null }) => of.test(field ?? ''))
        .map(({ code, message }: { code: string; message: string }) => `${code}: ${message}`),
    );
  }
  return told;
}
const both = (...messages: string[]) => [messages, messages];

it('names the postcode areas of a place for which no broadband file is loaded, but not the postcodes that a file lacks', async () => {
  await load(['XE1 1AA'], '202601');
  expect(await warned()).toEqual(
    both(
      'partly_covered: No loaded file is of the postcodes of X, XF in the place: the figures are of the others.',
    ),
  );
  await load(['XF1 1AA'], '202601');
  expect(await warned()).toEqual(
    both(
      'partly_covered: No loaded file is of the postcodes of X in the place: the figures are of the others.',
    ),
  );
  await load(['X1 1AA'], '202601');
  expect(await warned()).toEqual(both());
});

it('warns that the postcodes of a place come from several editions', async () => {
  await load(['XF1 1AA'], '202501');
  expect(await warned()).toEqual(
    both('several_dates: The postcodes of the place are of several editions: shares of 2025-01 to 2026-01.'),
  );
  await load(['XF1 1AA'], '202601');
  await loadSpeeds('XE1 1AA', '202305');
  await loadSpeeds('XF1 1AA', '202405');
  expect(await warned()).toEqual(
    both('several_dates: The postcodes of the place are of several editions: speeds of 2023-05 to 2024-05.'),
  );
});

it('distinguishes a postcode whose area has no loaded file from a postcode that its file lacks', async () => {
  const refused = async (postcode: string) => {
    api.clock.advance(3000);
    const asked = `/location/profile?sections=broadband&postcode=${encodeURIComponent(postcode)}`;
    const { status, body } = await api.call(asked);
    expect(status).toBe(404);
    return JSON.stringify(body.error);
  };
  expect(await refused('XE1 1AB')).toContain('The loaded files have no postcode of XE1 1AB.');
  await s.rows(`delete from broadband_postcodes where postcode = 'X1 1AA'`);
  expect(await refused('X1 1AA')).toContain(
    'No loaded file is of the postcodes of X: load ofcom-broadband of them.',
  );
});
