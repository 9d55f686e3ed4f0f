import { columnsOf, type Db, listOf, namesOf, query, type RowOf, sql, statement } from '@domesday/db';
import { deleteDeliveriesOf } from './deliveries.query.ts';

const WEBHOOK = columnsOf('webhooks', [
  'id',
  'url',
  'status',
  'off_reason',
  'created_at',
  'old_secret_until',
]);
export type WebhookRow = RowOf<typeof WEBHOOK>;
const OF_ACCOUNT = columnsOf('webhooks', ['id', 'account_id']);

/** The endpoints of an account, oldest first; index webhooks_account. */
export const webhooksOf = statement({
  name: 'webhooks-of-account',
  parameters: { account_id: 'uuid' },
  row: WEBHOOK,
  build: ({ account_id }) =>
    query
      .selectFrom('webhooks')
      .select(namesOf(WEBHOOK))
      .where('account_id', '=', account_id)
      .orderBy('created_at')
      .orderBy('id'),
});

export const webhookOf = statement({
  name: 'webhook-of-account',
  parameters: OF_ACCOUNT,
  row: WEBHOOK,
  build: ({ id, account_id }) =>
    query
      .selectFrom('webhooks')
      .select(namesOf(WEBHOOK))
      .where('id', '=', id)
      .where('account_id', '=', account_id),
});

/** The endpoint, locked so that it is not deleted before the transaction ends: inserting rows for it would fail. */
export const holdWebhook = statement({
  name: 'hold-webhook-of-account',
  parameters: OF_ACCOUNT,
  row: WEBHOOK,
  build: ({ id, account_id }) => sql`
    select ${listOf(WEBHOOK)} from webhooks where id = ${id} and account_id = ${account_id} for key share`,
});

/** The endpoint that was made with this key and Idempotency-Key; index webhooks_idempotency. */
export const webhookMadeBefore = statement({
  name: 'webhook-made-before',
  parameters: { key_id: 'uuid', idempotency_key: 'text' },
  row: { ...WEBHOOK, ...columnsOf('webhooks', ['secret']) },
  build: ({ key_id, idempotency_key }) =>
    query
      .selectFrom('webhooks')
      .select([...namesOf(WEBHOOK), 'secret'])
      .where('key_id', '=', key_id)
      .where('idempotency_key', '=', idempotency_key),
});

export const insertWebhook = statement({
  name: 'insert-webhook',
  parameters: columnsOf('webhooks', [
    'account_id',
    'url',
    'secret',
    'created_at',
    'key_id',
    'idempotency_key',
  ]),
  row: WEBHOOK,
  build: (webhook) => query.insertInto('webhooks').values(webhook).returning(namesOf(WEBHOOK)),
});

const deleteRow = statement({
  name: 'delete-webhook',
  parameters: OF_ACCOUNT,
  build: ({ id, account_id }) =>
    query.deleteFrom('webhooks').where('id', '=', id).where('account_id', '=', account_id),
});

/** Deletes an endpoint with its watches and deliveries. Returns false if the account has none of this id. */
export async function deleteWebhook(db: Db, of: RowOf<typeof OF_ACCOUNT>): Promise<boolean> {
  if (!(await webhookOf.first(db, of))) return false;
  await deleteDeliveriesOf(db, of.id);
  return (await deleteRow.run(db, of)) > 0;
}

/**
 * Replaces the secret and keeps up to three old ones, separated by spaces. A client that rotates again, because an
 * answer was lost, still has receivers with the first. At most four secrets sign.
 */
export const rotateSecret = statement({
  name: 'rotate-webhook-secret',
  parameters: { ...OF_ACCOUNT, secret: 'text', now: 'timestamptz', until: 'timestamptz' },
  row: WEBHOOK,
  build: ({ id, account_id, secret, now, until }) => sql`
    update webhooks
       set old_secret = concat_ws(' ', secret, case when old_secret_until > ${now}
             then array_to_string((string_to_array(old_secret, ' '))[1:2], ' ') end),
           old_secret_until = ${until}, secret = ${secret}
     where id = ${id} and account_id = ${account_id} returning ${listOf(WEBHOOK)}`,
});

/**
 * Switches an endpoint on. If it was off, its pending messages get all their attempts again: with one attempt left, a
 * single failure would switch it off at once. Index: webhook_deliveries_of.
 */
export const switchOn = statement({
  name: 'switch-webhook-on',
  parameters: OF_ACCOUNT,
  row: WEBHOOK,
  build: ({ id, account_id }) => sql`
    with was_off as (
      select id from webhooks where id = ${id} and account_id = ${account_id} and status = 'off'),
    anew as (
      update webhook_deliveries d set attempts = 0 from was_off w
       where d.webhook_id = w.id and d.status = 'pending' and d.attempts > 0)
    update webhooks set status = 'on', off_reason = null where id = ${id} and account_id = ${account_id}
    returning ${listOf(WEBHOOK)}`,
});
