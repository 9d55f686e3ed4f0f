import { basename } from 'node:path';
import { catalogue, commandFor, datasetIds } from '@domesday/datasets/catalogue';
import express, { type Router } from 'express';
import { notFound } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import { newestLoads, rejectsOf } from './data.query.ts';

/**
 * Details of datasets that `/status` leaves out: the source of the file, the refused rows, and the command that fetches
 * it.
 */
export function dataRoutes(): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/loads', async (_req, res) => {
    const loads = await newestLoads.rows(localsOf(res).source!.db);
    // A file's folder reveals something of this machine, and an error message may; the page needs neither.
    res.json({
      loads: loads.map(({ uri, failure, ...load }) => ({
        ...load,
        from: origin(uri),
        failed: failure !== null,
      })),
      commands: Object.fromEntries(datasetIds.map((id) => [id, commandFor(catalogue[id])])),
    });
  });
  router.get('/loads/:id/rejects', async (req, res) => {
    if (!/^\d{1,15}$/.test(req.params.id!)) throw notFound('unknown_path', 'There is no such load.');
    const { db } = localsOf(res).source!;
    const load = await rejectsOf.first(db, { load_id: Number(req.params.id) });
    if (!load) throw notFound('unknown_path', 'There is no such load.');
    res.json({ rejects: load.reasons });
  });
  return router;
}

function origin(uri: string): string {
  const url = URL.parse(uri.split(' ')[0] ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.host + url.pathname : basename(uri);
}
