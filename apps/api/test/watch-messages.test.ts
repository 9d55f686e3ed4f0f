import { toDegrees } from '@domesday/geography/grid';
import { type TestClock, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEndpoint } from './webhook-endpoint.ts';

let s: Scratch;
let api: TestApi;
let clock: TestClock;
let endpoint: Awaited<ReturnType<typeof startEndpoint>>;

const HEADER = 'Ref,Site,Proposal,Decision,Received,E,N\n';
const mapping = {
  columns: {
    ...{ reference: 'Ref', address: 'Site', description: 'Proposal', decision: 'Decision' },
    ...{ received: 'Received', easting: 'E', northing: 'N' },
  },
  authority_code: 'E06999001',
  authority_name: 'Xanshire',
};
/** Made up: in the sea. */
const MIDDLE = { easting: 618_000, northing: 440_000 };
const POSTCODE = { easting: 622_000, northing: 440_100 };
const application = (reference: string, easting: number, northing: number) =>
  `${reference},1 Cod Lane,Extension,,01/03/2026,${easting},${northing}\n`;

beforeAll(async () => {
  s = await scratch();
  endpoint = await startEndpoint();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB', 10, POSTCODE.easting));
  await s.loadText('planning-applications', HEADER + application('X/0', 640_000, 440_000), { mapping });
  clock = testClock();
  api = await startTestApi(s.database, clock, { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  await api?.close();
  endpoint?.close();
  await s?.drop();
});

async function made(path: string, body: unknown) {
  const { status, body: answered } = await api.call(path, { body, key: api.testKey });
  expect([path, status, answered.error?.message]).toEqual([path, 201, undefined]);
  return answered;
}

/** A square around the middle, in degrees. */
function square(half_m: number): number[][] {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ];
  return corners.map(([x, y]) => {
    const at = toDegrees(MIDDLE.easting + x! * half_m, MIDDLE.northing + y! * half_m);
    return [at.longitude, at.latitude];
  });
}

describe('the message of a watch', () => {
  it('has up to 100 events and the total, and the cursor from which the feed lists the others', async () => {
    const { id: webhook_id } = await made('/webhooks', { url: endpoint.urlOf('/') });
    const watch = { webhook_id, events: ['planning'], purpose: 'a test', ends_on: '2027-06-30' };
    const ring = await made('/watches', {
      ...watch,
      polygon: { type: 'Polygon', coordinates: [square(500), square(100)] },
    });
    const near = await made('/watches', { ...watch, postcode: 'XE1 2AB' });
    expect([ring.near_m, near.near_m]).toEqual([null, 200]);

    const inside = Array.from({ length: 120 }, (_, i) => application(`R/${i}`, 617_700 + i, 440_300));
    const others = [
      application('HOLE/1', MIDDLE.easting, MIDDLE.northing),
      application('NEAR/1', POSTCODE.easting + 190, POSTCODE.northing),
      application('FAR/1', POSTCODE.easting + 210, POSTCODE.northing),
    ];
    await s.loadText('planning-applications', HEADER + [...inside, ...others].join(''), { mapping });
    const messages = await endpoint.messages(2);
    expect(messages).toHaveLength(2);
    const of = (id: string) => messages.find(({ data }) => data.watch_id === id)!.data;
    const references = (events: { details: { reference: string } }[]) =>
      events.map(({ details }) => details.reference);
    expect([of(near.id).total, references(of(near.id).events)]).toEqual([1, ['NEAR/1']]);

    const { total, since, events } = of(ring.id);
    expect([total, events.length]).toEqual([120, 100]);
    const { body } = await api.call(`/changes?since=${since}&limit=1000`);
    const fed = references(body.changes.filter((one: { event: string | null }) => one.event === 'planning'));
    const in_ring = fed.filter((reference) => reference.startsWith('R/'));
    expect(in_ring).toHaveLength(120);
    expect(references(events)).toEqual(in_ring.slice(0, 100));
  });

  it('is listed for 30 days', async () => {
    const { body } = await api.call('/webhooks', { key: api.testKey });
    const path = `/webhooks/${body.webhooks[0].id}/deliveries`;
    const listed = async () => (await api.call(path, { key: api.testKey })).body.deliveries.length;
    const day_ms = 86_400_000;
    clock.advance(29 * day_ms);
    // A deleting round of the messenger has ended when a later one has sent.
    const sent = async () => {
      expect(
        (await api.call(path.replace('deliveries', 'test'), { key: api.testKey, body: {} })).status,
      ).toBe(202);
      await endpoint.messages(1);
    };
    await sent();
    expect(await listed()).toBe(3);
    clock.advance(2 * day_ms);
    await expect.poll(listed).toBe(1);
  });
});
