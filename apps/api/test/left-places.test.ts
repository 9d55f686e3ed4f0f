import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
let since = 0;

const HOMES = [998_000_000_001, 998_000_000_002] as const;
const PLACES = ['XE1 2AB', 'XE2 2AD'] as const;

beforeAll(async () => {
  s = await scratch();
  await s.loadText(
    'code-point-open',
    CODE_POINT(PLACES[0]) + CODE_POINT(PLACES[1], 10, 630_100).replace('E06999001', 'E06999002'),
  );
  await s.loadText(
    'address-list',
    `UPRN,ADDRESS,POSTCODE\n${HOMES[0]},"1 COD LANE, HAVEN",${PLACES[0]}\n${HOMES[1]},"2 EEL LANE, HAVEN",${PLACES[1]}\n`,
  );
  api = await startTestApi(s.database, testClock());
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});
beforeEach(async () => {
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
});

interface Change {
  change: string;
  record: Record<string, string>;
  uprn: string | null;
  postcode: string | null;
}
const feed = async (query: string): Promise<Change[]> =>
  (await api.call(`/changes?since=${since}${query}`)).body.changes;
const near = async (place: string) =>
  (await feed(`&area=${encodeURIComponent(place)}`)).map(({ change }) => change);
const at = async (uprn: number) => (await feed(`&uprn=${uprn}`)).map(({ change }) => change);

/** Made up. */
const sale = (place: 0 | 1, paon = String(place + 1)) =>
  `"{0000aaaa-0000-0000-0000-000000000001}","250000","2024-03-01 00:00","${PLACES[place]}","S","N","F","${paon}","","${['COD', 'EEL'][place]} LANE","","HAVEN","HAVEN","SEASHIRE","A","A"\n`;
const certificate = (uprn: number) =>
  `certificate_number,uprn,uprn_source,address1,postcode,current_energy_rating,lodgement_date\n0001-0001,${uprn},Energy Assessor,1 Cod Lane,XE1 2AB,C,2024-02-01\n`;
const letting = (uprn: number) =>
  `reference,uprn,postcode,address,rent,rent_period,let_on,bedrooms,property_type\nL1,${uprn},XE1 2AB,1 Cod Lane,900,pcm,2026-05-01,2,flat\n`;
const advert = (address: string) =>
  `reference,listing_type,price,address,postcode,status\nA1,sale,300000,${address},Available\n`;

it('a reader of a place sees each record that leaves it, like a reader of the place that it moves to', async () => {
  await s.loadText('price-paid', sale(0));
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await s.loadText('price-paid', sale(1));
  for (const place of [...PLACES, 'XE1', 'XE2', 'E06999001', 'E06999002'])
    expect([place, await near(place)]).toEqual([place, ['changed']]);
  for (const uprn of HOMES) expect([uprn, await at(uprn)]).toEqual([uprn, ['changed']]);
  expect(await feed('&area=XE9')).toEqual([]);
  expect((await feed(''))[0]).toMatchObject({
    ...{ uprn: String(HOMES[1]), postcode: PLACES[1], authority_code: 'E06999002' },
    ...{ was_uprn: String(HOMES[0]), was_postcode: PLACES[0], was_authority_code: 'E06999001' },
  });
  // A change that leaves its record in place has no former place.
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await s.loadText('price-paid', sale(1).replace('250000', '260000'));
  expect(await feed('')).toMatchObject([
    { uprn: String(HOMES[1]), was_uprn: null, was_postcode: null, was_authority_code: null },
  ]);
});

it.each([
  ['epc-domestic', certificate],
  ['operator-lettings', letting],
] as const)('a correction of the home in %s appears to the readers of both homes', async (dataset, file) => {
  await s.loadText(dataset, file(HOMES[0]));
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await s.loadText(dataset, file(HOMES[1]), { force: true });
  for (const uprn of HOMES) expect([uprn, await at(uprn)]).toEqual([uprn, ['changed']]);
  // Links that a build has made since are not changes of the file.
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await s.loadText(dataset, file(HOMES[1]), { force: true });
  expect(await feed('')).toEqual([]);
});

it('a record that loses its link to a home has no home, and readers of that home see the change', async () => {
  const load = (day: number, address: string) =>
    s.loadText('listings-csv', advert(address), { name: `feed_202611${day}.csv`, force: true });
  await load(10, `"1 Cod Lane, Haven",XE1 2AB`);
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await load(11, `"77 Cod Lane, Haven",XE1 2AB`);
  expect(await feed('')).toMatchObject([{ change: 'changed', uprn: null, was_uprn: String(HOMES[0]) }]);
  expect(await at(HOMES[0])).toEqual(['changed']);
});

it('an application placed by its postcode does not appear as changed if only other applications are loaded', async () => {
  const columns = {
    reference: 'Ref',
    address: 'Site',
    description: 'Proposal',
    decision: 'Decision',
    received: 'Received',
  };
  const mapping = { columns, authority_code: 'E06999001', authority_name: 'Xanshire' };
  const applications = (first: number, last: number) =>
    `Ref,Site,Proposal,Decision,Received\n${Array.from({ length: last - first + 1 }, (_, i) => `X/${first + i},1 Cod Lane XE1 2AB,Extension,,01/03/2024\n`).join('')}`;
  await s.loadText('planning-applications', applications(1, 10), { mapping });
  since = (await api.call('/changes?limit=10000')).body.next_cursor;
  await s.loadText('planning-applications', applications(8, 12), { mapping });
  expect((await feed('')).map(({ change, record }) => [change, record.source_id])).toEqual([
    ['inserted', 'xanshire/X/11'],
    ['inserted', 'xanshire/X/12'],
  ]);
});

it.each([
  [
    'listings-csv',
    advert('"2 Eel Lane, Haven",XE2 2AD').replace('A1', 'A2'),
    { name: 'feed_20261112.csv', force: true },
  ],
  [
    'epc-domestic',
    certificate(HOMES[1]).replace(
      `0001-0001,${HOMES[1]},Energy Assessor,1 Cod Lane,XE1 2AB`,
      '0001-0002,,,2 Eel Lane,XE2 2AD',
    ),
    {},
  ],
] as const)(
  'a load of %s lists the homes of its records even if computed tables wait for a later build',
  async (dataset, text, options) => {
    await s.loadText(dataset, text, { ...options, skipDerived: true });
    expect(await feed(`&uprn=${HOMES[1]}`)).toMatchObject([
      { dataset, change: 'inserted', uprn: String(HOMES[1]) },
    ]);
  },
);
