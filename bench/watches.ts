import { matchNextLoad } from '@domesday/api/webhooks';
import type { Db } from '@domesday/db';
import { argumentsOf } from './lib/arguments.ts';
import { report, twoDecimals } from './lib/report.ts';
import { scratchDatabase } from './lib/servers.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
/**
 * The size of a made-up country: homes, homes per postcode, postcodes per outcode, and the side of its square in
 * metres.
 */
const HOMES = 30_000_000;
const HOMES_A_POSTCODE = 17;
const POSTCODES_AN_OUTCODE = 580;
const SIDE_M = 600_000;
/** Cumulative shares of the kinds of watches, in tenths: home, postcode, outcode; the rest are polygons. */
const SHARES = { uprn: 6, postcode: 8, outcode: 9 };

/**
 * Matches the changes of one load with watches: `--watches 100000 --changes 100000`. The baseline of the same run is a
 * plain join of both, which only counts the changes of a watched home, postcode or outcode.
 */
export async function run(args: string[]): Promise<void> {
  const defaults = { watches: 100_000, changes: 100_000 };
  const { watches, changes } = argumentsOf('watches', args, defaults);
  const scratch = await scratchDatabase();
  try {
    const { db } = scratch;
    await addWatches(db, watches);
    await addChanges(db, changes);
    await db.query('vacuum analyze');
    const baseline = await timed(() => plainJoin(db));
    const matched = await timed(() => matchNextLoad(db, { now: () => NOW }));
    const { rows } = await db.query(
      `select count(*)::int as messages, coalesce(sum((body::json -> 'data' ->> 'total')::int), 0)::int as events
         from webhook_deliveries`,
    );
    const { messages, events } = rows[0] as { messages: number; events: number };
    await report(
      'watches',
      'Watches matched with the changes of one load',
      [
        { what: 'plain join, counted', seconds: twoDecimals(baseline.seconds), found: baseline.result },
        { what: 'matched, messages written', seconds: twoDecimals(matched.seconds), found: events },
        { what: 'ratio', seconds: twoDecimals(matched.seconds / baseline.seconds), found: messages },
      ],
      [
        `${watches} watches: of ten, six of a home with planning within 200 m, two of a postcode, one of an outcode, one of a polygon of 2 km. ${changes} changes of one load, made up and spread over a country.`,
        'found: pairs of a change and a watch; in the last row the messages. It may take 30 seconds for 100,000 of each.',
      ],
      `watches --watches ${watches} --changes ${changes}`,
    );
  } finally {
    await scratch.close();
  }
}

const home = (i: string) => `(${i}::bigint * 7919 % ${HOMES})`;
const postcode = (of: string) => `'P' || lpad((${of} / ${HOMES_A_POSTCODE})::text, 8, '0')`;
const outcode = (of: string) => `'O' || (${of} / ${HOMES_A_POSTCODE * POSTCODES_AN_OUTCODE})::text`;
/** Homes with consecutive numbers are neighbours. */
const place = (of: string) => `point(${of} % 5477 * ${SIDE_M / 5477}, ${of} / 5477 * ${SIDE_M / 5477})`;

async function addWatches(db: Db, count: number): Promise<void> {
  const { rows } = await db.query(
    `with account as (insert into accounts (name, plan_id) select 'bench', id from plans limit 1 returning id)
     insert into webhooks (account_id, url, secret) select id, 'https://bench.example/hook', 'whsec_made_up' from account
     returning id, account_id`,
  );
  const { id, account_id } = rows[0] as { id: string; account_id: string };
  await db.query(
    `insert into watches (account_id, webhook_id, purpose, ends_on, events, uprn, postcode, outcode, polygon, shape, near_m, reach)
     select $1, $2, 'bench', '2027-11-22', '{sold,certificate,listing,price_cut,planning}',
            case when kind < ${SHARES.uprn} then of end,
            case when kind between ${SHARES.uprn} and ${SHARES.postcode - 1} then ${postcode('of')} end,
            case when kind = ${SHARES.postcode} then ${outcode('of')} end,
            case when kind = ${SHARES.outcode} then '{}'::jsonb end,
            case when kind = ${SHARES.outcode} then polygon(box(at - point(1000, 1000), at + point(1000, 1000))) end,
            case when kind < ${SHARES.uprn} then 200 end,
            case when kind < ${SHARES.uprn} then circle(at, 200) end
       from (select i % 10 as kind, ${home('i')} as of from generate_series(1, $3::int) i) w,
            lateral (select ${place('of')} as at) p`,
    [account_id, id, count],
  );
}

/** Half of the changes are of watched homes, as long as there are enough. */
async function addChanges(db: Db, count: number): Promise<void> {
  await db.query(
    `insert into changes (seq, load_id, dataset, change, record, uprn, postcode, outcode, position, event, details, changed_at)
     select i, 1, 'price-paid', 'inserted', jsonb_build_object('transaction_id', i), of, ${postcode('of')}, ${outcode('of')},
            ${place('of')}, (array['sold','certificate','listing','price_cut','planning'])[1 + i % 5],
            jsonb_build_object('price', 250000), $2
       from (select i, case when i % 2 = 0 then ${home('(i / 2)')} else ${home('(i + 100000000)')} end as of
               from generate_series(1, $1::int) i) c`,
    [count, NOW],
  );
  await db.query('update change_head set last_seq = $1', [count]);
}

async function plainJoin(db: Db): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as n from (
       select w.id, c.seq from changes c join watches w on w.uprn = c.uprn
       union all select w.id, c.seq from changes c join watches w on w.postcode = c.postcode
       union all select w.id, c.seq from changes c join watches w on w.outcode = c.outcode) found`,
  );
  return (rows[0] as { n: number }).n;
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began_ms = performance.now();
  const result = await work();
  return { seconds: (performance.now() - began_ms) / 1000, result };
}
