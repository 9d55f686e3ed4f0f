import { createHash } from 'node:crypto';
import { type Db, inTransaction } from '@domesday/db';
import { PARAMETERS, type PublishedIndex } from '@domesday/valuation/fit';
import { certificatesByPostcode, salesByPostcode } from './evidence.query.ts';
import { type FittedArea, fitArea } from './fit-area.ts';
import { deleteAreas, insertArea, insertBuild, standingAreas } from './publish.query.ts';
import { readAreaSales, readPublishedIndex } from './read-area.ts';

export interface BuildOptions {
  /** The day of the build, ISO. */
  today: string;
  /** Refit every area, as after a new month of the published index; else only those whose sales changed. */
  all?: boolean;
  /** Told after each area, with how many are done. */
  progress?: (done: number, total: number, area: string) => void;
}

export interface BuildResult {
  build_id: number | null;
  areas_fitted: number;
  areas_kept: number;
  areas_removed: number;
  sales: number;
  fit_seconds: number;
}

interface AreaPlan {
  area: string;
  postcodes: string[];
  signature: string;
  sales: number;
}

/** Areas are written in portions, so that a national build does not hold every area in memory at once. */
const PORTION = 50;

/**
 * Fits all that valuations share, area by area, and puts it in place in one transaction: until it commits,
 * requests read what stood before. Areas whose sales and certificates have not changed are kept.
 */
export async function buildValuations(db: Db, options: BuildOptions): Promise<BuildResult> {
  const plans = await planAreas(db);
  const standing = await standingAreas(db);
  const due = plans.filter((plan) => options.all || standing.get(plan.area) !== plan.signature);
  const planned = new Set(plans.map((plan) => plan.area));
  const gone = [...standing.keys()].filter((area) => !planned.has(area));
  const kept = plans.length - due.length;
  if (due.length === 0 && gone.length === 0) {
    return { build_id: null, areas_fitted: 0, areas_kept: kept, areas_removed: 0, sales: 0, fit_seconds: 0 };
  }
  const started = performance.now();
  const sales = due.reduce((sum, plan) => sum + plan.sales, 0);
  const cache = new Map<string, PublishedIndex>();
  const build_id = await inTransaction(db, async (client) => {
    const id = await insertBuild(client, {
      built_at: new Date(`${options.today}T00:00:00Z`),
      known_before: options.today,
      fitted: due.length,
      kept,
      sales,
      parameters: PARAMETERS,
    });
    await deleteAreas(client, gone);
    for (let from = 0; from < due.length; from += PORTION) {
      const portion = due.slice(from, from + PORTION);
      await deleteAreas(
        client,
        portion.map((plan) => plan.area),
      );
      for (const [i, plan] of portion.entries()) {
        const fitted = await fitPlan(db, plan, cache, options.today);
        await insertArea(client, id, plan.signature, fitted);
        options.progress?.(from + i + 1, due.length, plan.area);
      }
    }
    return id;
  });
  return {
    build_id,
    areas_fitted: due.length,
    areas_kept: kept,
    areas_removed: gone.length,
    sales,
    fit_seconds: (performance.now() - started) / 1000,
  };
}

async function fitPlan(
  db: Db,
  plan: AreaPlan,
  cache: Map<string, PublishedIndex>,
  today: string,
): Promise<FittedArea> {
  const rows = await readAreaSales(db, plan.postcodes);
  return fitArea(plan.area, rows, await readPublishedIndex(db, plan.area, cache), today);
}

async function planAreas(db: Db): Promise<AreaPlan[]> {
  const certificates = new Map((await certificatesByPostcode(db)).map((row) => [row.postcode, row]));
  const areas = new Map<string, { postcodes: string[]; marks: string[]; sales: number }>();
  for (const row of await salesByPostcode(db)) {
    const outcode = row.postcode.slice(0, row.postcode.indexOf(' '));
    const area = areas.get(outcode) ?? { postcodes: [], marks: [], sales: 0 };
    const certificate = certificates.get(row.postcode);
    area.postcodes.push(row.postcode);
    area.marks.push(
      [row.postcode, row.n, row.linked, row.total, row.newest, certificate?.n, certificate?.newest].join('|'),
    );
    area.sales += row.n;
    areas.set(outcode, area);
  }
  return [...areas]
    .map(([area, { postcodes, marks, sales }]) => ({
      area,
      postcodes,
      sales,
      signature: createHash('sha256').update(marks.sort().join('\n')).digest('hex').slice(0, 32),
    }))
    .sort((a, b) => (a.area < b.area ? -1 : 1));
}
