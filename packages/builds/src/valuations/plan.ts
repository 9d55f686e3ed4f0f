import { createHash } from 'node:crypto';
import type { Queryable } from '@domesday/db';
import { PARAMETERS } from '@domesday/valuation/fit';
import { editionOf } from '../editions.ts';
import {
  certificatesByPostcode,
  type IndexArea,
  indexAreas,
  placesOfOutcodes,
  salesByPostcode,
} from './evidence.query.ts';
import { chooseIndex } from './read-area.ts';

/** An area to fit, with a signature (hash) of all its evidence. */
export interface AreaPlan {
  area: string;
  postcodes: string[];
  /** The published index that the area uses; null if none is loaded. */
  index: IndexArea | null;
  sales: number;
  signature: string;
}

/**
 * All areas with sales, in order of name. The signature covers an area's sales and certificates, its published index
 * with months and values, and the edition and parameters of the method. A change of any of these makes the area due.
 */
export async function planAreas(db: Queryable): Promise<AreaPlan[]> {
  const certificates = new Map((await certificatesByPostcode.rows(db)).map((row) => [row.postcode, row]));
  const places = new Map((await placesOfOutcodes(db)).map((row) => [row.outcode, row]));
  const published = await indexAreas.rows(db);
  const areas = new Map<string, { postcodes: string[]; marks: string[]; sales: number }>();
  for (const row of await salesByPostcode.rows(db)) {
    const outcode = row.postcode.slice(0, row.postcode.indexOf(' '));
    const area = areas.get(outcode) ?? { postcodes: [], marks: [], sales: 0 };
    area.postcodes.push(row.postcode);
    area.marks.push([row.postcode, row.mark, certificates.get(row.postcode)?.mark].join('|'));
    area.sales += row.n;
    areas.set(outcode, area);
  }
  const method = JSON.stringify([editionOf('valuations'), PARAMETERS]);
  return [...areas]
    .map(([area, { postcodes, marks, sales }]) => {
      const index = chooseIndex(places.get(area), published);
      const parts = [method, index?.area_code, index?.mark, ...marks.sort()];
      const signature = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
      return { area, postcodes, index, sales, signature };
    })
    .sort((a, b) => (a.area < b.area ? -1 : 1));
}
