import type { Schema } from '@domesday/contract';
import express, { type Router } from 'express';
import { type ApiError, notFound } from '../http/errors.ts';
import { only } from '../http/operations.ts';
import type { Services } from '../http/services.ts';
import { callOf, stepsBeside } from '../http/steps-beside.ts';
import { createWatch } from './create.ts';
import { listWatches } from './list.ts';
import { countWatches, deleteWatch, type WatchRow, watchOf } from './watches.query.ts';

/** `/watches`: places and homes whose changes are reported to an account's webhooks. */
export function watches(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const { db } = services;
  const steps = stepsBeside(services);
  router
    .route('/watches')
    .all(only('GET', 'POST'))
    .post(...steps('watches.create'), async (_req, res) => {
      const { row, fresh } = await createWatch(services, callOf<Schema<'WatchRequest'>>(res));
      res.status(fresh ? 201 : 200).json(shown(row));
    })
    .get(...steps('watches.list'), async (_req, res) => {
      const { account_id, query } = callOf(res);
      const limit = query.limit as number;
      const cursor = (query.cursor as string | undefined) ?? null;
      const { total } = await countWatches.one(db, { account_id });
      // One row more than asked shows whether there is a next page.
      const rows = await listWatches(db, { account_id, cursor, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const next_cursor = rows.length > limit ? page.at(-1)!.id : null;
      res.json({ watches: page.map(shown), total, next_cursor } satisfies Schema<'WatchPage'>);
    });
  router
    .route('/watches/:id')
    .all(only('GET', 'DELETE'))
    .get(...steps('watches.get'), async (_req, res) => {
      const { account_id, id } = callOf(res);
      const row = await watchOf.first(db, { account_id, id });
      if (!row) throw unknown();
      res.json(shown(row));
    })
    .delete(...steps('watches.delete'), async (_req, res) => {
      const { account_id, id } = callOf(res);
      if ((await deleteWatch.run(db, { account_id, id })) === 0) throw unknown();
      res.status(204).end();
    });
  return router;
}

function unknown(): ApiError {
  return notFound('watch_not_found', 'The account has no watch of this id.');
}

function shown({ uprn, polygon, events, created_at, ...row }: WatchRow): Schema<'Watch'> {
  return {
    ...row,
    events: events as Schema<'WatchEvent'>[],
    uprn: uprn === null ? null : String(uprn),
    polygon: polygon as Schema<'Polygon'> | null,
    created_at: created_at.toISOString(),
  };
}
