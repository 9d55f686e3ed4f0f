import { type DbClient, inTransaction } from '@domesday/db';
import { numberOn } from '@domesday/loading/changes.query';
import { LOCKS_HERE } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  api = await startTestApi(s.database);
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB'));
  await s.loadText('price-paid', [1, 2, 3, 4].map(sale).join(''));
  await s.loadText('price-paid', [5, 6, 7, 8].map(sale).join(''));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

const id = (n: number) => `0000aaaa-0000-0000-0000-${String(n).padStart(12, '0')}`;
/** A row of Price Paid Data; made up. */
const sale = (n: number) =>
  `"{${id(n)}}","250000","2024-03-01 00:00","XE1 2AB","S","N","F","${n}","","COD LANE","","HAVEN","HAVEN","SEASHIRE","A","A"\n`;

const lastNumber = async (): Promise<number> =>
  (await s.rows('select last_seq from change_head'))[0].last_seq;

it('gives a reader with an unknown cursor the cursor from which to continue after reading the datasets again', async () => {
  const last = await lastNumber();
  const refused = await api.call(`/changes?since=${last + 1}`);
  expect([refused.status, refused.body.error.code]).toEqual([410, 'cursor_expired']);
  const cursor = refused.headers.get('x-next-cursor');
  expect(cursor).toBe(String(last));
  await s.loadText('price-paid', sale(9));
  const { body } = await api.call(`/changes?since=${cursor}`);
  expect(body.changes.map(({ change }: { change: string }) => change)).toEqual(['inserted']);
});

it('refuses a page if a load deletes old changes from it while it is read', async () => {
  const last = await lastNumber();
  const reads: ReturnType<TestApi['call']>[] = [];
  await inTransaction(s.database.db, async (client: DbClient) => {
    await client.query('lock table changes in access exclusive mode');
    reads.push(api.call(`/changes?since=${last - 3}`));
    const waiting = `select 1 from ${LOCKS_HERE} where relation = 'changes'::regclass and not granted`;
    // The reader has read the start of the feed, and now waits for the changes.
    while ((await s.rows(waiting)).length === 0) await new Promise((done) => setTimeout(done, 10));
    await client.query('delete from changes where seq < $1', [last]);
    await client.query('update change_head set pruned_seq = $1', [last - 1]);
  });
  const page = (await reads[0])!;
  expect([page.status, page.body.error?.code]).toEqual([410, 'cursor_expired']);
  expect((await api.call(`/changes?since=${last - 1}`)).body.changes).toHaveLength(1);
});

it('refuses every cursor from before a restore once `domesday restored` has run', async () => {
  const backed_up = await lastNumber();
  await s.loadText('price-paid', sale(10));
  const cursor = await lastNumber();
  await s.database.db.query('delete from changes where seq > $1', [backed_up]);
  await s.database.db.query('update change_head set last_seq = $1', [backed_up]);
  await numberOn.one(s.database.db);
  await s.loadText('price-paid', sale(11) + sale(12));
  const before = await Promise.all([backed_up, cursor].map((since) => api.call(`/changes?since=${since}`)));
  expect(before.map(({ status }) => status)).toEqual([410, 410]);
  await s.loadText('price-paid', sale(13));
  const { body } = await api.call(`/changes?since=${before[0]!.headers.get('x-next-cursor')}`);
  expect(body.changes).toMatchObject([
    { change: 'inserted', record: { transaction_id: `{${id(13).toUpperCase()}}` } },
  ]);
});
