import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;

beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB'));
  api = await startTestApi(s.database, testClock());
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

interface Change {
  change: string;
  event: string | null;
  details: Record<string, unknown> | null;
}
const feed = async (query: string): Promise<{ changes: Change[]; next_cursor: number }> =>
  (await api.call(`/changes?${query}`)).body;
/** The changes and events of a load. */
async function toldBy(load: () => Promise<unknown>): Promise<(string | null)[][]> {
  const { next_cursor } = await feed('');
  await load();
  return (await feed(`since=${next_cursor}`)).changes.map(({ change, event }) => [change, event]).sort();
}

it('an advert is a listing event if it is new or on offer again, and a price_cut event if its price falls', async () => {
  const adverts = (...rows: [reference: string, price: number, status?: string][]) =>
    `reference,listing_type,price,address,postcode,status\n${rows
      .map(
        ([reference, price, status = 'Available']) =>
          `${reference},sale,${price},${reference} Cod Lane,XE1 2AB,${status}\n`,
      )
      .join('')}`;
  const load = (day: number, ...rows: Parameters<typeof adverts>) =>
    s.loadText('listings-csv', adverts(...rows), { name: `feed_202611${day}.csv`, force: true });
  await load(10, ['1', 300_000], ['2', 300_000], ['3', 300_000], ['4', 300_000]);
  const told = await toldBy(() =>
    load(11, ['1', 290_000], ['2', 310_000], ['3', 300_000, 'Withdrawn'], ['4', 300_000], ['5', 200_000]),
  );
  expect(told).toEqual([
    ['changed', null],
    ['changed', null],
    ['changed', 'price_cut'],
    ['inserted', 'listing'],
  ]);
  // Advertised again, whatever the price; a withdrawn listing is not an offer at any price.
  const again = await toldBy(() =>
    load(12, ['1', 290_000], ['2', 250_000, 'Withdrawn'], ['3', 280_000], ['4', 300_000], ['5', 200_000]),
  );
  expect(again).toEqual([
    ['changed', null],
    ['changed', 'listing'],
  ]);
});

it('an advert that changes from sale to rent is a new listing, and its rent is no price cut', async () => {
  const load = (day: number, type: string, price: number) =>
    s.loadText(
      'listings-csv',
      `reference,listing_type,price,address,postcode\nT1,${type},${price},1 Cod Lane,XE1 2AB\n`,
      { name: `feed_202612${day}.csv`, force: true },
    );
  await load(10, 'sale', 300_000);
  const { next_cursor } = await feed('');
  await load(11, 'rent', 900);
  await load(12, 'rent', 850);
  await load(13, 'sale', 310_000);
  const { changes } = await feed(`since=${next_cursor}`);
  const told = changes.map(({ event, details }) => [event, details!.price, details!.was_price]);
  expect(told).toEqual([
    ['listing', 900, null],
    ['price_cut', 850, 900],
    ['listing', 310_000, null],
  ]);
});

it('an advert has a price cut as a home or as a share, and none if it changes from one to the other', async () => {
  const load = (day: number, price: number, qualifier = '') =>
    s.loadText(
      'listings-csv',
      `reference,listing_type,price,price_qualifier,address,postcode\nS1,sale,${price},${qualifier},1 Cod Lane,XE1 2AB\n`,
      { name: `feed_202610${day}.csv`, force: true },
    );
  await load(10, 300_000);
  const { next_cursor } = await feed('');
  await load(11, 120_000, 'Shared ownership');
  await load(12, 110_000, 'Shared ownership');
  await load(13, 300_000);
  await load(14, 290_000);
  const { changes } = await feed(`since=${next_cursor}`);
  expect(changes.map(({ event, details }) => [event, details!.price])).toEqual([
    [null, 120_000],
    ['price_cut', 110_000],
    [null, 300_000],
    ['price_cut', 290_000],
  ]);
  const history = await s.database.db.query(
    "select event, price, date from listing_events where listing_id like '%S1' order by date, price",
  );
  expect(history.rows.map(({ event, price }) => [event, price])).toEqual([
    ['listed', 300_000],
    ['reduced', 110_000],
    ['reduced', 290_000],
  ]);
});

it('an application is a planning event if it is new or its status changes, not if its description changes', async () => {
  const columns = {
    reference: 'Ref',
    address: 'Site',
    description: 'Proposal',
    decision: 'Decision',
    received: 'Received',
  };
  const mapping = { columns, authority_code: 'E06999001', authority_name: 'Xanshire' };
  const load = (...rows: string[]) =>
    s.loadText('planning-applications', `Ref,Site,Proposal,Decision,Received\n${rows.join('')}`, { mapping });
  const row = (n: number, decision: string, words = 'Extension') =>
    `X/${n},${n} Cod Lane XE1 2AB,${words},${decision},01/03/2026\n`;
  await load(row(1, ''), row(2, ''), row(3, ''));
  expect(await toldBy(() => load(row(1, 'Refused'), row(2, '', 'Loft'), row(3, ''), row(4, '')))).toEqual([
    ['changed', null],
    ['changed', 'planning'],
    ['inserted', 'planning'],
  ]);
});
