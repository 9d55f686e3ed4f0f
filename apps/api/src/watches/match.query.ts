import { columnsOf, command, type Db, inTransaction, sql, statement } from '@domesday/db';
import { dayOf } from '../accounts/month.ts';
import type { Clock } from '../http/handler.ts';
import { surely } from '../http/health/database-clock.ts';

/** Time limit for matching changes. */
const MATCH_MS = 300_000;
/** The caller waits a little longer, so that it is the database that reports the time-out. */
const WAIT_MS = MATCH_MS + 10_000;
const TIME_IS_OVER = '57014';
/** Most events listed in a message, which also gives their total. */
const MOST_LISTED = 100;

/** Whether there are unmatched changes. Asked every two seconds, so it takes no lock and writes nothing. */
const unmatched = statement({
  name: 'changes-are-unmatched',
  row: { waiting: 'bool' },
  build: () => sql`select w.matched_seq < c.last_seq as waiting from watch_head w, change_head c`,
});

/** Up to which change the matching has come. No row if another process is matching now. */
const lockHead = statement({
  name: 'lock-watch-head',
  row: columnsOf('watch_head', ['matched_seq']),
  build: () => sql`select matched_seq from watch_head for update skip locked`,
});

/** The changes of the first unmatched load. The changes of a load are numbered consecutively. */
const nextLoad = statement({
  name: 'next-load-to-match',
  parameters: { after: 'int8' },
  row: { first: 'int8?', until: 'int8?', last_seq: 'int8' },
  build: ({ after }) => sql`
    select (select min(seq) from changes where seq > ${after}) as first,
           (select max(c.seq) from changes c
             where c.seq > ${after}
               and c.load_id = (select load_id from changes where seq > ${after} order by seq limit 1)) as until,
           last_seq from change_head`,
});

const matched = statement({
  name: 'watches-matched',
  parameters: { until: 'int8' },
  build: ({ until }) => sql`update watch_head set matched_seq = ${until}`,
});

/**
 * Adds one delivery for each watch that changes concern: a join of changes and watches. Each change is written as JSON
 * once, however many watches it concerns, with the transaction id as the operations show it. The endpoints are locked:
 * one that is deleted meanwhile is left out, instead of failing the messages to all others. Indexes: the primary key of
 * changes, watches_uprn, watches_postcode, watches_outcode, watches_box, watches_reach.
 */
const addDeliveries = statement({
  name: 'add-deliveries-of-watches',
  parameters: { after: 'int8', until: 'int8', today: 'date', now: 'timestamptz' },
  wait_ms: WAIT_MS,
  plan_each_call: true,
  build: ({ after, until, today, now }) => sql`
    with told as materialized (
      select seq, uprn, postcode, outcode, position, event,
             jsonb_build_object(
               'seq', seq, 'dataset', dataset, 'change', change, 'uprn', uprn::text,
               'record', case when record ? 'transaction_id'
                 then record || jsonb_build_object('transaction_id', '{' || upper(record ->> 'transaction_id') || '}')
                 else record end,
               'postcode', postcode, 'event', event, 'details', details)::text as shown
        from changes where seq > ${after} and seq <= ${until} and event is not null),
    hits as (
      select w.id, c.seq from told c join watches w on w.uprn = c.uprn where c.event = any (w.events)
      union
      select w.id, c.seq from told c join watches w on w.postcode = c.postcode where c.event = any (w.events)
      union
      select w.id, c.seq from told c join watches w on w.outcode = c.outcode where c.event = any (w.events)
      union
      select w.id, c.seq from told c join watches w on box(w.shape) @> box(c.position, c.position)
       where c.event = any (w.events) and w.shape @> c.position
         and not exists (select from unnest(w.holes) h where h @> c.position)
      union
      select w.id, c.seq from told c join watches w on w.reach @> circle(c.position, 0)
       where c.event = 'planning' and 'planning' = any (w.events)),
    numbered as (
      select h.id, h.seq, row_number() over (partition by h.id order by h.seq) as place,
             count(*) over (partition by h.id) as total
        from hits h),
    messages as (
      select n.id, n.total, string_agg(c.shown, ',' order by n.seq) as events
        from numbered n join told c on c.seq = n.seq where n.place <= ${MOST_LISTED} group by n.id, n.total)
    insert into webhook_deliveries (webhook_id, watch_id, type, body, created_at, next_at)
    select w.webhook_id, w.id, 'watch.matched',
           format('{"type":"watch.matched","timestamp":"%s","data":{"watch_id":"%s","total":%s,"since":%s,"events":[%s]}}',
             to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), w.id, m.total,
             ${after}::bigint, m.events),
           ${now}, ${now}
      from messages m join watches w on w.id = m.id join webhooks h on h.id = w.webhook_id
     where w.ends_on >= ${today} and h.status = 'on'
       for key share of h`,
});

const moveReach = (table: 'addresses' | 'postcodes', key: 'uprn' | 'postcode') =>
  statement({
    name: `move-reach-of-watched-${table}`,
    // The first load of positions moves the reach of every watch.
    wait_ms: WAIT_MS,
    build: () => sql`
      update watches w set reach = circle(p.position, w.near_m)
        from ${sql.table(table)} p
       where p.${sql.ref(key)} = w.${sql.ref(key)} and w.near_m is not null
         and ((w.reach is null) <> (p.position is null) or not w.reach ~= circle(p.position, w.near_m))`,
  });

/** Loads may move homes and postcodes; a watch follows their present position. Primary keys of both. */
const moveReaches = [moveReach('addresses', 'uprn'), moveReach('postcodes', 'postcode')];

/** Deletes the watches whose last day has passed. */
export const endWatches = statement({
  name: 'delete-ended-watches',
  parameters: { today: 'date' },
  wait_ms: WAIT_MS,
  build: ({ today }) => sql`delete from watches where ends_on < ${today}`,
});

/** How many changes to match in one transaction, and the time limit for it. */
export interface Pace {
  changes: number;
  limit_ms: number;
}

/** The first pace: all changes of a load at once. */
export const wholeLoads = (): Pace => ({ changes: Number.MAX_SAFE_INTEGER, limit_ms: MATCH_MS });

/**
 * Matches the changes of one load with the watches. The deliveries and the new state are written in one transaction, so
 * that a process that dies leaves neither a gap nor a repetition. On a time-out it throws, and the next call matches
 * half as many changes; otherwise the watches of one account could block all others. Returns the number of messages, or
 * null if there was nothing to match.
 */
export async function matchNextLoad(db: Db, clock: Clock, pace = wholeLoads()): Promise<number | null> {
  if (!(await unmatched.one(db)).waiting) return null;
  const began_ms = performance.now();
  let tried = 0;
  try {
    const messages = await inTransaction(db, async (client) => {
      const head = await lockHead.first(client);
      if (!head) return null;
      const after = head.matched_seq;
      const { first, until, last_seq } = await nextLoad.one(client, { after });
      if (until === null && last_seq <= after) return null;
      const before = (first ?? last_seq) - 1;
      const reached = Math.min(until ?? last_seq, before + pace.changes);
      tried = reached - before;
      const now = clock.now();
      const today = dayOf(surely(clock));
      await command(client, `set local statement_timeout = ${pace.limit_ms}`);
      for (const move of moveReaches) await move.run(client);
      const messages = await addDeliveries.run(client, { after, until: reached, today, now });
      await endWatches.run(client, { today });
      await matched.run(client, { until: reached });
      return messages;
    });
    if (tried === pace.changes && performance.now() - began_ms < pace.limit_ms / 4) pace.changes *= 2;
    return messages;
  } catch (error) {
    if ((error as { code?: string }).code === TIME_IS_OVER && tried > 1) pace.changes = Math.ceil(tried / 2);
    throw error;
  }
}
