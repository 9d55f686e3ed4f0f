import { type DbClient, inTransaction } from '@domesday/db';
import { recordChanges } from '@domesday/loading/changes.query';
import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEndpoint } from './webhook-endpoint.ts';

let s: Scratch;
let api: TestApi;

let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB') + CODE_POINT('XE1 2AD'));
  endpoint = await startEndpoint();
  api = await startTestApi(s.database, testClock(), { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  await api?.close();
  endpoint?.close();
  await s?.drop();
});

const id = (n: number) => `0000aaaa-0000-0000-0000-${String(n).padStart(12, '0')}`;
/** A row of Price Paid Data; made up. */
const sale = (n: number, price = 250_000, { status = 'A', postcode = 'XE1 2AB', paon = String(n) } = {}) =>
  `"{${id(n)}}","${price}","2024-03-01 00:00","${postcode}","S","N","F","${paon}","","COD LANE","","HAVEN","HAVEN","SEASHIRE","A","${status}"\n`;

interface Change {
  seq: number;
  dataset: string;
  change: string;
  record: Record<string, string> | null;
  event: string | null;
  details: Record<string, unknown> | null;
}
async function feed(query: string): Promise<{ changes: Change[]; next_cursor: number; more: boolean }> {
  const { status, body } = await api.call(`/changes?${query}`);
  expect(status).toBe(200);
  return body;
}
const told = (changes: Change[]) =>
  changes.map((c) => [
    c.dataset,
    c.change,
    /^\{[\dA-F-]{34}(..)\}$/.exec(c.record?.transaction_id ?? '')?.[1] ?? null,
    c.event,
  ]);

describe('the feed of changes', () => {
  it('lists a first load as one reset, then the inserted, changed and removed records of later loads, by key', async () => {
    const start = (await feed('')).next_cursor;
    const many = Array.from({ length: 40 }, (_, i) => sale(i + 1)).join('');
    await s.loadText('price-paid', many);
    const first = await feed(`since=${start}`);
    expect(told(first.changes)).toEqual([['price-paid', 'reset', null, null]]);

    // Less than a tenth of the rows is replaced in place.
    await s.loadText(
      'price-paid',
      sale(1) + sale(2, 275_000) + sale(3, 250_000, { status: 'D' }) + sale(41, 300_000),
    );
    const second = await feed(`since=${first.next_cursor}`);
    expect(told(second.changes)).toEqual([
      ['price-paid', 'changed', '02', null],
      ['price-paid', 'removed', '03', null],
      ['price-paid', 'inserted', '41', 'sold'],
    ]);
    expect(second.changes[0]!.details).toMatchObject({ price: 275_000, was_price: 250_000 });
    expect(second.changes[2]).toMatchObject({ postcode: 'XE1 2AB', authority_code: 'E06999001' });

    // More than a tenth rebuilds the table.
    await s.loadText('price-paid', many.replace('"250000"', '"260000"'), { replace: true, force: true });
    const third = await feed(`since=${second.next_cursor}`);
    expect(told(third.changes)).toEqual([
      ['price-paid', 'changed', '01', null],
      ['price-paid', 'changed', '02', null],
      ['price-paid', 'inserted', '03', 'sold'],
      ['price-paid', 'removed', '41', null],
    ]);
    expect(await feed(`since=${third.next_cursor}`)).toMatchObject({ changes: [], more: false });
  });

  it('lists nothing of a load that fails', async () => {
    const { next_cursor } = await feed('');
    await s.loadText('price-paid', sale(1, 1), { replace: true }).catch(() => {});
    expect(await feed(`since=${next_cursor}`)).toEqual({ changes: [], next_cursor, more: false });
  });

  it('is read page by page, by dataset, by place and as lines, and shows the resets to every reader', async () => {
    const all = (await feed('limit=1000')).changes;
    const paged: Change[] = [];
    for (let since = 0, more = true; more; ) {
      const page = await feed(`since=${since}&limit=2`);
      paged.push(...page.changes);
      ({ more, next_cursor: since } = page);
    }
    expect(paged).toEqual(all);
    for (const area of ['XE1', 'xe 1', 'xe12ab', 'E06999001'])
      expect([area, (await feed(`area=${area}&dataset=price-paid`)).changes]).toEqual([
        area,
        all.filter((c) => c.dataset === 'price-paid'),
      ]);
    const elsewhere = (await feed('area=XW9')).changes;
    expect(elsewhere).toEqual(all.filter((c) => c.change === 'reset'));
    const lines = await api.call('/changes?limit=3', { headers: { accept: 'application/x-ndjson' } });
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all.slice(0, 3));
    expect(lines.headers.get('x-next-cursor')).toBe(String(all[2]!.seq));
  });

  it('is returned as a table if CSV is requested, with every field and the cursor', async () => {
    const { changes } = await feed('limit=3');
    const table = await api.call('/changes?limit=3', { headers: { accept: 'text/csv' } });
    expect(table.headers.get('content-type')).toContain('text/csv');
    expect(table.headers.get('x-next-cursor')).toBe(String(changes[2]!.seq));
    const [names, ...rows] = table.text.trim().split('\r\n');
    expect(names!.split(',').sort()).toEqual(Object.keys(changes[0]!).sort());
    expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(changes.map(({ seq }) => seq));
    expect(table.text).toContain('""transaction_id""');
  });

  it('refuses a cursor that is too old, an invalid place and an unknown dataset', async () => {
    const { next_cursor } = await feed('');
    expect((await api.call(`/changes?since=${next_cursor + 1}`)).body.error).toMatchObject({
      status: 410,
      code: 'cursor_expired',
    });
    await s.rows(`update changes set changed_at = now() - interval '401 days' where seq <= 2`);
    await s.loadText('price-paid', sale(50));
    expect((await feed('')).changes[0]!.seq).toBe(3);
    expect((await api.call('/changes?since=1')).status).toBe(410);
    expect((await feed('since=2')).changes[0]!.seq).toBe(3);
    const odd = ['area=nowhere', 'area=XE1&uprn=1', 'since=-1', 'limit=10001', 'from=1'];
    // Nations, regions, counties and wards have codes too, but records are not assigned to them.
    for (const query of [
      ...odd,
      ...['E92000001', 'E12000001', 'E10000002', 'E05000001'].map((c) => `area=${c}`),
    ])
      expect([query, (await api.call(`/changes?${query}`)).status]).toEqual([query, 422]);
    expect((await api.call('/changes?dataset=price_paid')).status).toBe(422);
  });

  it('skips nothing if two writers overlap and commit in another order than they began', async () => {
    const { next_cursor } = await feed('');
    const first = await s.database.db.connect();
    const second = await s.database.db.connect();
    const reset = (client: DbClient, dataset: string) => recordChanges(client, dataset, 1, null);
    try {
      await first.query('begin');
      await first.query('select now()');
      await second.query('begin');
      await reset(second, 'of-the-second');
      const waiting = reset(first, 'of-the-first');
      // The first writer waits for the numbers of the second: nothing can become visible before them.
      const early = await Promise.race([waiting, new Promise((done) => setTimeout(done, 300, 'waits'))]);
      expect(early).toBe('waits');
      expect((await feed(`since=${next_cursor}`)).changes).toEqual([]);
      await second.query('commit');
      await waiting;
      const seen = await feed(`since=${next_cursor}`);
      expect(seen.changes.map((c) => c.dataset)).toEqual(['of-the-second']);
      await first.query('rollback');
      await inTransaction(s.database.db, (client) => reset(client, 'of-a-third'));
      const rest = await feed(`since=${seen.next_cursor}`);
      expect(rest.changes.map((c) => [c.dataset, c.seq])).toEqual([['of-a-third', seen.next_cursor + 1]]);
    } finally {
      first.release();
      second.release();
    }
  });
});

async function made(path: string, body: unknown, key = api.testKey) {
  const { status, body: answered } = await api.call(path, { body, key });
  expect([path, status, answered.error?.message]).toEqual([path, 201, undefined]);
  return answered;
}
const watch = { purpose: 'a test', ends_on: '2027-06-30' };
const square = (lng: number, lat: number, side: number) => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
];

describe('watches', () => {
  it('send one signed message a load for each watch that a change concerns, and none for the others', async () => {
    const { id: webhook_id, secret } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    const [place] = await s.rows(`select latitude, longitude from postcodes where postcode = 'XE1 2AB'`);
    const { longitude, latitude } = place;
    const around = square(longitude - 0.01, latitude - 0.01, 0.02);
    const hole = square(longitude - 0.001, latitude - 0.001, 0.002);
    const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });
    const places = {
      postcode: { postcode: 'xe1 2ab', events: ['sold'] },
      outcode: { outcode: 'xe 1', events: ['sold', 'listing'] },
      polygon: { polygon: polygon(around), events: ['sold'] },
    };
    const others = [
      { postcode: 'XE1 2AD', events: ['sold'] },
      { outcode: 'XE1', events: ['price_cut', 'certificate'] },
      { polygon: polygon(around, hole), events: ['sold'] },
    ];
    const told = new Map<string, string>();
    for (const [name, body] of Object.entries(places))
      told.set((await made('/watches', { ...watch, webhook_id, ...body })).id, name);
    for (const body of others) await made('/watches', { ...watch, webhook_id, ...body });
    const dead = await made('/watches', { ...watch, webhook_id, ...places.outcode, purpose: 'over' });
    await s.rows(`update watches set ends_on = '2020-01-01' where id = $1`, [dead.id]);

    endpoint.received.splice(0);
    await s.loadText('price-paid', sale(60) + sale(61) + sale(62, 1, { postcode: 'XW9 9XX' }));
    const got = await endpoint.messages(3);
    expect(got.map((m) => told.get(m.data.watch_id)).sort()).toEqual(['outcode', 'polygon', 'postcode']);
    for (const { type, data, raw, headers } of got) {
      expect([type, data.total]).toEqual(['watch.matched', 2]);
      expect(data.events[0]).toMatchObject({
        event: 'sold',
        dataset: 'price-paid',
        record: { transaction_id: expect.stringMatching(/^\{[\dA-F-]{36}\}$/) },
        details: { price: 250_000 },
      });
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(new Webhook(secret).sign(headers['webhook-id'], at, raw)).toBe(headers['webhook-signature']);
    }
    expect((await api.call(`/watches/${dead.id}`)).status).toBe(404);
  });

  it('refuse none or two locations, an unknown home, a late end, an unused near_m and an endpoint of another account', async () => {
    const { id: webhook_id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    const other = await api.newKey();
    const ask = async (body: object, key = api.testKey) =>
      (await api.call('/watches', { key, body })).body.error?.code;
    const good = { ...watch, webhook_id, events: ['sold'] };
    expect(await ask(good)).toBe('location_required');
    expect(await ask({ ...good, outcode: 'XE1', postcode: 'XE1 2AB' })).toBe('multiple_locations');
    expect(await ask({ ...good, uprn: '998000099999' })).toBe('source_not_loaded');
    expect(await ask({ ...good, postcode: 'XZ1 1AA' })).toBe('postcode_not_found');
    expect(await ask({ ...good, outcode: 'XE1', ends_on: '2099-01-01' })).toBe('invalid_parameter');
    expect(await ask({ ...good, outcode: 'XE1', purpose: undefined })).toBe('missing_parameter');
    expect(await ask({ ...good, near_m: 300, postcode: 'XE1 2AB' })).toBe('invalid_parameter');
    expect(await ask({ ...good, outcode: 'XE1' }, other.secret)).toBe('webhook_not_found');
    const { id } = await made('/watches', { ...good, outcode: 'XE1' });
    for (const method of ['GET', 'DELETE'])
      expect((await api.call(`/watches/${id}`, { key: other.secret, method })).body.error.code).toBe(
        'watch_not_found',
      );
    expect((await api.call('/watches', { key: other.secret })).body).toMatchObject({ watches: [], total: 0 });
    const { id: kept } = await made('/watches', { ...good, outcode: 'XE1', purpose: 'kept' });
    expect((await api.call(`/watches/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await api.call(`/watches/${kept}`)).status).toBe(200);
    expect((await api.call(`/watches?cursor=${id}`)).status).toBe(422);
  });
});
