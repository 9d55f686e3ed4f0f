import { type Db, inTransaction } from '@domesday/db';
import { PARAMETERS } from '@domesday/valuation/fit';
import { recordBuild } from '../derived.query.ts';
import type { FittedArea } from './fit-area.ts';
import { createFitter, type Fitter } from './fitter.ts';
import { type AreaPlan, planAreas } from './plan.ts';
import { deleteAreas, insertArea, insertBuild, standingAreas } from './publish.query.ts';

export interface BuildOptions {
  /** The day of the build, ISO. */
  today: string;
  /** Refit every area; otherwise only those whose sales, certificates or published index changed. */
  all?: boolean;
  /** The fitters: this process if left out, else one process for each entry. */
  fitters?: readonly Fitter[];
  /** Called after each area. */
  progress?: (progress: BuildProgress) => void;
}

export interface BuildProgress {
  area: string;
  areas_done: number;
  areas: number;
  sales_done: number;
  sales: number;
}

export interface BuildResult {
  build_id: number | null;
  areas_fitted: number;
  areas_kept: number;
  areas_removed: number;
  sales: number;
  fit_seconds: number;
}

const VALUATION_BUILD = 'valuations';
/** Fitted areas waiting to be written, for each fitter: a limit on the areas in memory. */
const MOST_WAITING = 2;

/**
 * Fits the models of valuations, area by area, and replaces the served ones in one transaction: until it commits,
 * requests read the old ones. Areas without changes are kept.
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
  const fitters = options.fitters ?? [createFitter(db, options.today)];
  const build_id = await inTransaction(db, async (client) => {
    const id = await insertBuild(client, {
      built_at: new Date(`${options.today}T00:00:00Z`),
      known_before: options.today,
      fitted: due.length,
      kept,
      sales,
      parameters: PARAMETERS,
    });
    await deleteAreas.run(client, { areas: gone });
    let areas_done = 0;
    let sales_done = 0;
    await fitAll(due, fitters, async (plan, fitted) => {
      await deleteAreas.run(client, { areas: [plan.area] });
      await insertArea(client, id, plan.signature, fitted);
      areas_done++;
      sales_done += plan.sales;
      options.progress?.({ area: plan.area, areas_done, areas: due.length, sales_done, sales });
    });
    // The name of what is served changes with it.
    await recordBuild.run(client, { name: VALUATION_BUILD, inputs: `build:${id}` });
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

/**
 * Gives each fitter the next area as soon as it is free, the largest first, and writes the areas one after another.
 */
async function fitAll(
  plans: readonly AreaPlan[],
  fitters: readonly Fitter[],
  write: (plan: AreaPlan, fitted: FittedArea) => Promise<void>,
): Promise<void> {
  const queue = [...plans].sort((a, b) => a.sales - b.sales);
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let failed = false;
  const work = async (fitter: Fitter): Promise<void> => {
    for (let plan = queue.pop(); plan && !failed; plan = queue.pop()) {
      const current = plan;
      const fitted = await fitter(current);
      waiting++;
      writing = writing.then(() => write(current, fitted)).finally(() => waiting--);
      if (waiting > MOST_WAITING * fitters.length) await writing;
      else writing.catch(() => {});
    }
  };
  try {
    await Promise.all(
      fitters.map((fitter) =>
        work(fitter).catch((error) => {
          failed = true;
          throw error;
        }),
      ),
    );
  } finally {
    await writing;
  }
}
