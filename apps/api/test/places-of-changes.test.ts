import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toDegrees } from '@domesday/geography/grid';
import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
const received: { data: { watch_id: string; events: { details: { reference: string } }[] } }[] = [];
const endpoint = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  received.push(JSON.parse(Buffer.concat(parts).toString()));
  response.writeHead(204).end();
});

/** Made up: the postcode lies 2 km east of the sites. */
const SITE = { easting: 618_100, northing: 440_100 };
const HEADER = 'Ref,Site,Proposal,Decision,Received,E,N\n';
const application = (reference: string, postcode: string, { easting, northing } = SITE) =>
  `${reference},1 Cod Lane ${postcode},Extension,,01/03/2024,${easting},${northing}\n`;
const mapping = {
  columns: {
    ...{ reference: 'Ref', address: 'Site', description: 'Proposal', decision: 'Decision' },
    ...{ received: 'Received', easting: 'E', northing: 'N' },
  },
  authority_code: 'E06999001',
  authority_name: 'Xanshire',
};

beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB'));
  await s.loadText('planning-applications', HEADER + application('X/1', 'XE1 2AB'), { mapping });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  api = await startTestApi(s.database, testClock(), { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  await api?.close();
  endpoint.close();
  await s?.drop();
});

async function made(path: string, body: unknown) {
  const { status, body: answered } = await api.call(path, { body, key: api.testKey });
  expect([path, status, answered.error?.message]).toEqual([path, 201, undefined]);
  return answered;
}

it('a change lies at its own record, with or without a postcode, and only watches there are notified', async () => {
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const { id: webhook_id } = await made('/webhooks', { url });
  const around = (easting: number, northing: number) => {
    const corners = [
      [-200, -200],
      [200, -200],
      [200, 200],
      [-200, 200],
      [-200, -200],
    ];
    const ring = corners.map(([x, y]) => {
      const { latitude, longitude } = toDegrees(easting + x!, northing + y!);
      return [longitude, latitude];
    });
    return { type: 'Polygon', coordinates: [ring] };
  };
  const watch = { webhook_id, events: ['planning'], purpose: 'a test', ends_on: '2027-06-30' };
  const there = await made('/watches', { ...watch, polygon: around(SITE.easting, SITE.northing) });
  await made('/watches', { ...watch, polygon: around(620_100, 440_100) });

  await s.loadText(
    'planning-applications',
    HEADER + application('X/1', 'XE1 2AB') + application('X/2', 'XE1 2AB') + application('X/3', ''),
    { mapping },
  );
  await expect.poll(() => received.length).toBe(1);
  // An unwanted message would arrive in the same round.
  await new Promise((done) => setTimeout(done, 200));
  const [{ data }, ...others] = received as [(typeof received)[number]];
  expect(others).toEqual([]);
  expect(data.watch_id).toBe(there.id);
  expect(data.events.map(({ details }) => details.reference).sort()).toEqual(['X/2', 'X/3']);
  const places = await s.rows(
    `select details ->> 'reference' as reference, position[0] as easting, position[1] as northing
       from changes where dataset = 'planning-applications' and change = 'inserted' order by 1`,
  );
  expect(places).toEqual(['X/2', 'X/3'].map((reference) => ({ reference, ...SITE })));
});

it('a watch of a home or postcode reports planning around its current position, not its position when the watch was made', async () => {
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const { id: webhook_id } = await made('/webhooks', { url });
  const home = 998_000_000_001;
  const point = (easting: number, northing: number) =>
    s.loadText(
      'os-open-uprn',
      `UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n${home},${easting},${northing},,\n`,
    );
  await s.loadText('address-list', `UPRN,ADDRESS,POSTCODE\n${home},1 COD LANE,XE1 2AB\n`);
  await point(630_000, 440_000);
  const watch = { webhook_id, events: ['planning'], purpose: 'a test', ends_on: '2027-06-30', near_m: 100 };
  const watches = {
    home: (await made('/watches', { ...watch, uprn: String(home) })).id,
    postcode: (await made('/watches', { ...watch, postcode: 'XE1 2AB' })).id,
  };
  await point(632_000, 440_000);
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB', 10, 640_000));
  received.length = 0;
  await s.loadText(
    'planning-applications',
    HEADER +
      application('X/4', '', { easting: 630_000, northing: 440_000 }) +
      application('X/5', '', { easting: 632_000, northing: 440_000 }) +
      application('X/6', '', { easting: 620_100, northing: 440_100 }) +
      application('X/7', '', { easting: 640_000, northing: 440_100 }),
    { mapping },
  );
  const heard = (id: string) =>
    received
      .filter(({ data }) => data.watch_id === id)
      .map(({ data }) => data.events.map(({ details }) => details.reference));
  await expect.poll(() => Object.values(watches).map(heard)).toEqual([[['X/5']], [['X/7']]]);

  // Nothing is near a home that has lost its position. For a home that has gained one, things near the new position
  // count.
  const later = 998_000_000_002;
  const list = (position: string) =>
    s.loadText(
      'address-list',
      `UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n${later},"2 EEL LANE, HAVEN",XE9 9AA,${position}\n`,
      { name: 'later.csv', force: true },
    );
  await list(',');
  const unplaced = await made('/watches', { ...watch, uprn: String(later) });
  await list('634000,440000');
  await s.rows(`update addresses set position = null where uprn = ${home}`);
  received.length = 0;
  await s.loadText(
    'planning-applications',
    HEADER +
      application('X/8', '', { easting: 632_000, northing: 440_000 }) +
      application('X/9', '', { easting: 634_000, northing: 440_000 }),
    { mapping },
  );
  await expect.poll(() => heard(unplaced.id)).toEqual([['X/9']]);
  expect(heard(watches.home)).toEqual([]);
});
