import type { Schema } from '@domesday/contract';
import { inTransaction } from '@domesday/db';
import express, { type Router } from 'express';
import { ApiError, invalidParameter, notFound } from '../http/errors.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import { localsOf } from '../http/locals.ts';
import { only } from '../http/operations.ts';
import type { Services } from '../http/services.ts';
import { callOf, stepsBeside } from '../http/steps-beside.ts';
import { createWebhook } from './create.ts';
import {
  type DeliveryRow,
  deliveriesOf,
  deliveryOf,
  insertDelivery,
  replayDelivery,
} from './deliveries.query.ts';
import { GRACE_MS, newWebhookSecret } from './signature.ts';
import {
  deleteWebhook,
  holdWebhook,
  rotateSecret,
  switchOn,
  type WebhookRow,
  webhookOf,
  webhooksOf,
} from './webhooks.query.ts';

/** `/webhooks`: the endpoints of an account and what was sent to them. */
export function webhooks(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const { db, clock } = services;
  const steps = stepsBeside(services);
  router
    .route('/webhooks')
    .all(only('GET', 'POST'))
    .post(...steps('webhooks.create'), async (req, res) => {
      const { url } = callOf<Schema<'WebhookRequest'>>(res).body;
      const made = await createWebhook(services, localsOf(res).caller!, url, idempotencyKeyOf(req));
      const { secret, ...row } = made.webhook;
      const answer: Schema<'WebhookSecret'> = { ...shown(row, clock.now()), secret };
      if (!made.fresh) res.setHeader('Idempotency-Replayed', 'true');
      res.status(made.fresh ? 201 : 200).json(answer);
    })
    .get(...steps('webhooks.list'), async (_req, res) => {
      const rows = await webhooksOf.rows(db, { account_id: callOf(res).account_id });
      res.json({ webhooks: rows.map((row) => shown(row, clock.now())) } satisfies Schema<'WebhookList'>);
    });
  router
    .route('/webhooks/:id')
    .all(only('GET', 'DELETE'))
    .get(...steps('webhooks.get'), async (_req, res) => {
      res.json(shown(found(await webhookOf.first(db, callOf(res))), clock.now()));
    })
    .delete(...steps('webhooks.delete'), async (_req, res) => {
      if (!(await deleteWebhook(db, callOf(res)))) found(null);
      res.status(204).end();
    });
  router.use(actions(services));
  return router;
}

function actions(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const { db, clock } = services;
  const steps = stepsBeside(services);
  router
    .route('/webhooks/:id/rotate')
    .all(only('POST'))
    .post(...steps('webhooks.rotate'), async (_req, res) => {
      const secret = newWebhookSecret();
      const now = clock.now();
      const until = new Date(now.getTime() + GRACE_MS);
      const row = found(await rotateSecret.first(db, { ...callOf(res), secret, now, until }));
      res.json({ ...shown(row, now), secret } satisfies Schema<'WebhookSecret'>);
    });
  router
    .route('/webhooks/:id/switch-on')
    .all(only('POST'))
    .post(...steps('webhooks.switch_on'), async (_req, res) => {
      res.json(shown(found(await switchOn.first(db, callOf(res))), clock.now()));
    });
  router
    .route('/webhooks/:id/test')
    .all(only('POST'))
    .post(...steps('webhooks.test'), async (_req, res) => {
      const now = clock.now();
      const sent = await inTransaction(db, async (client) => {
        const { id: webhook_id } = mustBeOn(await holdWebhook.first(client, callOf(res)));
        const type = 'webhook.test';
        const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { webhook_id } });
        const delivery = { webhook_id, watch_id: null, type, body, created_at: now, next_at: now };
        return insertDelivery.one(client, delivery);
      });
      res.status(202).json(shownDelivery(sent));
    });
  router
    .route('/webhooks/:id/deliveries')
    .all(only('GET'))
    .get(...steps('webhooks.deliveries'), async (_req, res) => {
      const call = callOf(res);
      found(await webhookOf.first(db, call));
      const { status, cursor, limit } = call.query as { status?: string; cursor?: string; limit: number };
      // One row more than asked shows whether there is a next page.
      const parameters = {
        webhook_id: call.id,
        status: status ?? null,
        cursor: cursor ?? null,
        limit: limit + 1,
      };
      const rows = await deliveriesOf.rows(db, parameters);
      // An empty page would look like the end of the list.
      if (rows.length === 0 && cursor && !(await deliveryOf.first(db, { webhook_id: call.id, id: cursor })))
        throw invalidParameter(
          'cursor',
          'is of no delivery of this endpoint, or of a deleted one: list from the start',
        );
      const page = rows.slice(0, limit);
      const next_cursor = rows.length > limit ? page.at(-1)!.id : null;
      res.json({ deliveries: page.map(shownDelivery), next_cursor } satisfies Schema<'DeliveryPage'>);
    });
  router
    .route('/webhooks/:id/deliveries/:delivery/replay')
    .all(only('POST'))
    .post(...steps('webhooks.replay'), async (_req, res) => {
      const call = callOf(res);
      mustBeOn(await webhookOf.first(db, call));
      const again = { webhook_id: call.id, id: String(call.path.delivery), now: clock.now() };
      const row = await replayDelivery.first(db, again);
      if (!row) throw notFound('delivery_not_found', 'The endpoint has no delivery of this id.');
      res.status(202).json(shownDelivery(row));
    });
  return router;
}

function found<T>(row: T | null): T {
  if (row === null) throw notFound('webhook_not_found', 'The account has no endpoint of this id.');
  return row;
}

function mustBeOn(row: WebhookRow | null): WebhookRow {
  if (found(row).status === 'on') return row!;
  throw new ApiError(409, 'webhook_off', 'The endpoint is switched off. Switch it on first.');
}

function shown(row: WebhookRow, now: Date): Schema<'Webhook'> {
  const { created_at, old_secret_until, off_reason, ...same } = row;
  const rotating = old_secret_until !== null && old_secret_until > now;
  return {
    ...same,
    off_reason: off_reason as Schema<'Webhook'>['off_reason'],
    created_at: created_at.toISOString(),
    old_secret_until: rotating ? old_secret_until.toISOString() : null,
  };
}

function shownDelivery(row: DeliveryRow): Schema<'Delivery'> {
  const { created_at, next_at, delivered_at, ...same } = row;
  return {
    ...same,
    created_at: created_at.toISOString(),
    next_at: row.status === 'pending' ? next_at.toISOString() : null,
    delivered_at: delivered_at?.toISOString() ?? null,
  };
}
