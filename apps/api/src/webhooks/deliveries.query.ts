import { columnsOf, type Db, listOf, orNull, query, type RowOf, sql, statement } from '@domesday/db';
import { hasNoKeyLeft } from '../accounts/keys.query.ts';

const DELIVERY = columnsOf('webhook_deliveries', [
  'id',
  'watch_id',
  'type',
  'status',
  'attempts',
  'created_at',
  'next_at',
  'delivered_at',
  'last_status',
  'last_error',
]);
export type DeliveryRow = RowOf<typeof DELIVERY>;

const DUE = {
  ...columnsOf('webhook_deliveries', ['id', 'webhook_id', 'body', 'attempts', 'next_at']),
  ...columnsOf('webhooks', ['url', 'secret', 'old_secret', 'old_secret_until']),
};
export type DueDelivery = RowOf<typeof DUE>;

/** Oldest due deliveries among which those for each endpoint are chosen. */
const LOOKED_AT = 1000;

/**
 * Takes due deliveries for this process alone: other processes skip them. If this process ends before it records the
 * outcome, they are due again at `until`, which becomes their `next_at`. `busy` lists the endpoint of each delivery
 * under way. Counting those, at most `each` for one endpoint and `of_account` for one account are taken. None are taken
 * for endpoints in `passed`, nor for an account whose keys are all revoked: they wait until it has a key again. The
 * endpoints are an array, not a join, since a join would read all due deliveries of an endpoint each time. Indexes:
 * webhook_deliveries_due, api_keys_account.
 */
export const takeDue = statement({
  name: 'take-due-deliveries',
  parameters: {
    now: 'timestamptz',
    until: 'timestamptz',
    count: 'int8',
    each: 'int4',
    of_account: 'int8',
    busy: '_uuid',
    passed: '_uuid',
  },
  row: DUE,
  // A plan cached while little was due takes seconds when much is.
  plan_each_call: true,
  build: ({ now, until, count, each, of_account, busy, passed }) => sql`
    with held as (
      select w.account_id, count(*) as places from unnest(${busy}::uuid[]) b (id) join webhooks w using (id) group by 1),
    open as materialized (
      select w.id, w.account_id, coalesce(h.places, 0) as places from webhooks w left join held h using (account_id)
       where w.status = 'on' and w.id <> all (${passed}::uuid[]) and coalesce(h.places, 0) < ${of_account}
         and cardinality(array_positions(${busy}::uuid[], w.id)) < ${each}
         and not ${hasNoKeyLeft('w.account_id')}),
    first as (
      select d.id, d.webhook_id, d.next_at from webhook_deliveries d
       where d.status = 'pending' and d.next_at <= ${now} and d.webhook_id = any (array(select id from open))
       order by d.next_at limit ${LOOKED_AT}),
    ranked as (
      select id, webhook_id, next_at, row_number() over (partition by webhook_id order by next_at)
               + cardinality(array_positions(${busy}::uuid[], webhook_id)) as place from first),
    shared as (
      select r.id, r.place, o.places + row_number() over (partition by o.account_id order by r.place, r.next_at)
               as place_of_account from ranked r join open o on o.id = r.webhook_id where r.place <= ${each}),
    due as (
      select d.id from webhook_deliveries d join shared s on s.id = d.id
       where s.place_of_account <= ${of_account} and d.status = 'pending' and d.next_at <= ${now}
       order by d.next_at limit ${count} for update of d skip locked)
    update webhook_deliveries d set attempts = d.attempts + 1, next_at = ${until}
      from due, webhooks w
     where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.body, d.attempts, d.next_at, w.url, w.secret, w.old_secret, w.old_secret_until`,
});

/** The outcome of an attempt. It is ignored if the delivery was taken again, or made due again, since it was taken. */
const ATTEMPT = {
  ...columnsOf('webhook_deliveries', ['id', 'attempts', 'last_status']),
  taken_until: 'timestamptz',
} as const;
const ofAttempt = (v: { [name in 'id' | 'attempts' | 'taken_until']: unknown }) =>
  sql`id = ${v.id} and status = 'pending' and attempts = ${v.attempts} and next_at = ${v.taken_until}`;

const FAILED = { ...ATTEMPT, ...columnsOf('webhook_deliveries', ['last_error']) } as const;

export const markDelivered = statement({
  name: 'mark-delivered',
  parameters: { ...ATTEMPT, now: 'timestamptz' },
  build: ({ last_status, now, ...attempt }) => sql`
    update webhook_deliveries set status = 'delivered', delivered_at = ${now}, last_status = ${last_status}, last_error = null
     where ${ofAttempt(attempt)}`,
});

export const markForRetry = statement({
  name: 'mark-for-retry',
  parameters: { ...FAILED, next_at: 'timestamptz' },
  build: ({ last_status, last_error, next_at, ...attempt }) => sql`
    update webhook_deliveries set last_status = ${last_status}, last_error = ${last_error}, next_at = ${next_at}
     where ${ofAttempt(attempt)}`,
});

/** Marks a delivery as failed for good, and switches its endpoint off. */
export const markFailed = statement({
  name: 'mark-failed',
  parameters: { ...FAILED, off_reason: 'text' },
  build: ({ last_status, last_error, off_reason, ...attempt }) => sql`
    with failed as (
      update webhook_deliveries set status = 'failed', last_status = ${last_status}, last_error = ${last_error}
       where ${ofAttempt(attempt)} returning webhook_id)
    update webhooks w set status = 'off', off_reason = ${off_reason} from failed where w.id = failed.webhook_id`,
});

export const insertDelivery = statement({
  name: 'insert-delivery',
  parameters: columnsOf('webhook_deliveries', [
    'webhook_id',
    'watch_id',
    'type',
    'body',
    'created_at',
    'next_at',
  ]),
  row: DELIVERY,
  build: (delivery) =>
    query
      .insertInto('webhook_deliveries')
      .values(delivery)
      .returning(Object.keys(DELIVERY) as (keyof DeliveryRow)[]),
});

/** Makes a delivery due again, with all its attempts ahead. */
export const replayDelivery = statement({
  name: 'replay-delivery',
  parameters: { webhook_id: 'uuid', id: 'uuid', now: 'timestamptz' },
  row: DELIVERY,
  build: ({ webhook_id, id, now }) => sql`
    update webhook_deliveries set status = 'pending', attempts = 0, next_at = ${now}, delivered_at = null
     where id = ${id} and webhook_id = ${webhook_id} returning ${listOf(DELIVERY)}`,
});

/** The deliveries of an endpoint, newest first, after the one of the cursor; index webhook_deliveries_of. */
export const deliveriesOf = statement({
  name: 'deliveries-of-webhook',
  parameters: {
    webhook_id: 'uuid',
    status: 'text?',
    cursor: orNull(columnsOf('webhook_deliveries', ['id']).id),
    limit: 'int8',
  },
  row: DELIVERY,
  build: ({ webhook_id, status, cursor, limit }) => sql`
    select ${listOf(DELIVERY)} from webhook_deliveries
     where webhook_id = ${webhook_id} and (${status}::text is null or status = ${status})
       and (${cursor}::uuid is null or (created_at, id) <
            (select c.created_at, c.id from webhook_deliveries c where c.id = ${cursor} and c.webhook_id = ${webhook_id}))
     order by created_at desc, id desc limit ${limit}`,
});

/** A delivery of an endpoint; primary key. */
export const deliveryOf = statement({
  name: 'delivery-of-webhook',
  parameters: { webhook_id: 'uuid', id: 'uuid' },
  row: columnsOf('webhook_deliveries', ['id']),
  build: ({ webhook_id, id }) =>
    query
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('id', '=', id)
      .where('webhook_id', '=', webhook_id),
});

/** Deliveries made due with one statement: each row is rewritten with its body. */
const BROUGHT_AT_ONCE = 2000;

/** The ids are an array: with `in (…)` some plans run the subquery for each row, and so change more than the limit. */
const bringSome = statement({
  name: 'bring-some-deliveries-forward',
  parameters: { now: 'timestamptz', latest: 'timestamptz', limit: 'int8' },
  build: ({ now, latest, limit }) => sql`
    update webhook_deliveries set next_at = ${now} where id = any (array(
      select id from webhook_deliveries where status = 'pending' and next_at > ${latest} limit ${limit}
         for update skip locked))`,
});

/**
 * Makes deliveries due that wait longer than any attempt can, because the clock was set back, until `stopped` is true.
 * Index: webhook_deliveries_due.
 */
export async function bringForward(
  db: Db,
  times: { now: Date; latest: Date },
  stopped = () => false,
): Promise<void> {
  const limit = BROUGHT_AT_ONCE;
  while (!stopped() && (await bringSome.run(db, { ...times, limit })) === limit);
}

/** Deliveries deleted with one statement: a million would exceed the time limit of a statement. */
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes some deliveries created before `before`, including those that wait for an endpoint that is off; index
 * webhook_deliveries_of.
 */
const deleteSomeOld = statement({
  name: 'delete-some-old-deliveries',
  parameters: { before: 'timestamptz', limit: 'int8' },
  build: ({ before, limit }) => sql`
    delete from webhook_deliveries where id in (
      select d.id from webhooks w cross join lateral (
        select id from webhook_deliveries where webhook_id = w.id and created_at < ${before} limit ${limit}) d
       limit ${limit})`,
});

/** Deletes some deliveries of an endpoint, sent or not; index webhook_deliveries_of. */
const deleteSomeOf = statement({
  name: 'delete-some-deliveries-of-webhook',
  parameters: { webhook_id: 'uuid', limit: 'int8' },
  build: ({ webhook_id, limit }) => sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where webhook_id = ${webhook_id} limit ${limit})`,
});

/** Deletes the deliveries created before `before`, until `stopped` is true. */
export async function deleteOldDeliveries(db: Db, before: Date, stopped = () => false): Promise<void> {
  const limit = DELETED_AT_ONCE;
  while (!stopped() && (await deleteSomeOld.run(db, { before, limit })) === limit);
}

/** Deletes all deliveries of an endpoint. */
export async function deleteDeliveriesOf(db: Db, webhook_id: string): Promise<void> {
  const limit = DELETED_AT_ONCE;
  while ((await deleteSomeOf.run(db, { webhook_id, limit })) === limit);
}
