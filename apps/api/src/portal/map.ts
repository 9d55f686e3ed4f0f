import { toDegrees } from '@domesday/geography/grid';
import express, { type Router } from 'express';
import type { Services } from '../http/services.ts';
import { fromOneWorld } from '../http/source.ts';
import { busiestCell, outcodePrices } from './map.query.ts';

/** Settings of the map: its initial view, and whether the country is the fictional one. */
export function mapRoutes({ db, sources, base_map }: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/map', async (_req, res) => {
    const settings = await fromOneWorld(sources.primary, async ({ fictional }) => {
      const [cell, areas] = await Promise.all([busiestCell.first(db), outcodePrices.rows(db)]);
      const at = cell && toDegrees(cell.position.x, cell.position.y);
      return {
        fictional,
        base_map: base_map !== null,
        centre: at && { lng: at.longitude, lat: at.latitude },
        areas,
      };
    });
    res.json(settings);
  });
  return router;
}
