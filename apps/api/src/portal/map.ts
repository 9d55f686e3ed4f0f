import { toDegrees } from '@domesday/geography/grid';
import express, { type Router } from 'express';
import { localsOf } from '../http/locals.ts';
import type { Services } from '../http/services.ts';
import { busiestCell, outcodePrices } from './map.query.ts';

/** Settings of the map: its initial view, and whether the country is the fictional one. */
export function mapRoutes({ base_map }: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/map', async (_req, res) => {
    const { db, loadedData } = localsOf(res).source!;
    const [{ fictional }, cell, areas] = await Promise.all([
      loadedData(),
      busiestCell.first(db),
      outcodePrices.rows(db),
    ]);
    const at = cell && toDegrees(cell.position.x, cell.position.y);
    res.json({
      fictional,
      base_map: base_map !== null,
      centre: at && { lng: at.longitude, lat: at.latitude },
      areas: areas.map(({ outcodes, ...area }) => area),
      areas_left_out: (areas[0]?.outcodes ?? 0) - areas.length,
    });
  });
  return router;
}
