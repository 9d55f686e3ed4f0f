import { setTimeout as sleep } from 'node:timers/promises';
import { startApi as startApiHere } from '@domesday/api';
import { pino } from 'pino';
import { startLoad } from '../lib/client.ts';
import { calm, type Result, settle } from '../lib/fault.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/**
 * The clock of the API jumps over the end of the month, back by hours and back by weeks, under load. Each answer says
 * in X-Credits-Reset in which month it was charged: the ledger must agree, month by month.
 */
export async function clockJump(stage: Stage): Promise<Result> {
  let at_ms = Date.parse('2026-11-30T23:59:59.000Z');
  let set_ms = performance.now();
  const jumpTo = (iso: string): void => {
    at_ms = Date.parse(iso);
    set_ms = performance.now();
  };
  const api = await startApiHere(
    {
      host: '127.0.0.1',
      port: 0,
      database_url: stage.wire_url,
      log_level: 'silent',
      pool_size: 10,
      statement_timeout_ms: 10_000,
      redis_url: null,
    },
    {
      clock: { now: () => new Date(at_ms + performance.now() - set_ms) },
      log: pino({ level: 'silent' }),
    },
  );
  const account = await newTarget(stage, new URL(api.url).origin);
  const load = startLoad([account], 8);
  const times = [
    '2026-12-01T00:00:00.000Z',
    '2026-11-30T20:00:00.000Z',
    '2026-10-12T12:00:00.000Z',
    '2026-12-01T00:00:30.000Z',
  ];
  const before = await calm(stage, load);
  for (const time of times) {
    jumpTo(time);
    await sleep(stage.beat_ms / 2);
  }
  const after = await calm(stage, load);
  await load.stop();
  const result = await settle(
    stage,
    'clock that jumps',
    [account],
    load.asked,
    { lossless: true, fails: false },
    { before, after },
  );
  await api.close();
  const { rows } = await stage.db.query(
    `select m.month, m.credits_used, (select sum(l.credits) from ledger l
       where l.account_id = m.account_id and l.month = m.month) as ledger,
       (m.month + interval '1 month')::date as reset
     from account_months m where m.account_id = $1 order by m.month`,
    [account.account_id],
  );
  for (const row of rows) {
    const told = load.asked
      .filter((one) => one.status === 200 && one.reset?.startsWith(row.reset))
      .reduce((sum, one) => sum + one.operation.credits, 0);
    if (row.credits_used !== row.ledger)
      result.problems.push(`${row.month}: counter ${row.credits_used}, ledger ${row.ledger}`);
    // A jump between charge and answer affects the few answers that are under way at that moment.
    if (Math.abs(told - row.credits_used) > 8 * 5 * times.length)
      result.problems.push(`${row.month}: told ${told}, charged ${row.credits_used}`);
  }
  if (rows.length !== 3) result.problems.push(`charges in ${rows.length} months instead of 3`);
  return { ...result, saw: `${result.saw}; ${rows.length} months, each as charged` };
}
