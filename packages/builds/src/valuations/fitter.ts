import type { Queryable } from '@domesday/db';
import type { PublishedIndex } from '@domesday/valuation/fit';
import { type FittedArea, fitArea } from './fit-area.ts';
import type { AreaPlan } from './plan.ts';
import { readAreaSales, readIndex } from './read-area.ts';

/** Reads the evidence of an area and fits it. */
export type Fitter = (plan: AreaPlan) => Promise<FittedArea>;

/** A fitter in this process. Each published index is read once, since many areas use the same. */
export function createFitter(db: Queryable, today: string): Fitter {
  const indices = new Map<string, Promise<PublishedIndex>>();
  return async ({ area, postcodes, index }) => {
    if (index && !indices.has(index.area_code)) indices.set(index.area_code, readIndex(db, index));
    const [rows, published] = await Promise.all([
      readAreaSales(db, postcodes),
      index ? indices.get(index.area_code)! : null,
    ]);
    return fitArea(area, rows, published, today);
  };
}
