import { toDegrees } from '@domesday/geography/grid';
import express, { type Router } from 'express';
import type { Services } from '../http/services.ts';
import { busiestCell, fictionalAuthority, outcodePrices } from './map.query.ts';

/** Settings of the map: its initial view, and whether the country is the fictional one. */
export function mapRoutes({ db }: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/map', async (_req, res) => {
    const [fictional, cell, areas] = await Promise.all([
      fictionalAuthority.first(db),
      busiestCell.first(db),
      outcodePrices.rows(db),
    ]);
    const at = cell && toDegrees(cell.position.x, cell.position.y);
    res.json({
      fictional: fictional !== null,
      centre: at && { lng: at.longitude, lat: at.latitude },
      areas,
    });
  });
  return router;
}
