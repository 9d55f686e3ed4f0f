import { type Db, inTransaction } from '@domesday/db';
import type { OnWait } from '@domesday/loading/lock-holder';
import { PARAMETERS } from '@domesday/valuation/fit';
import { builtFrom, forgetBuild, newestLoad, recordBuild } from '../derived.query.ts';
import { withEdition } from '../editions.ts';
import { MARKET_BUILD } from '../packed-sales/records.ts';
import type { FittedArea } from './fit-area.ts';
import { withFitLock } from './fit-lock.ts';
import { fittedAreas, forgetFitted, keepFitted, readFitted } from './fitted.query.ts';
import { createFitter, type Fitter } from './fitter.ts';
import { type AreaPlan, planAreas } from './plan.ts';
import { deleteAreas, insertArea, insertBuild, soldTogetherMark, standingAreas } from './publish.query.ts';
import { buildNumber, VALUATION_BUILD } from './recorded.ts';

export interface BuildOptions {
  /** The day of the build, ISO. */
  today: string;
  /** Refit every area; otherwise only those whose sales, certificates or published index changed. */
  all?: boolean;
  /** The fitters, for example one for each worker process. Default: one in this process. */
  fitters?: readonly Fitter[];
  /** Called while another build fits, with what this one waits for. */
  onWait?: OnWait;
  /** Called once, with the number of areas and sales to fit. */
  begun?: (due: { areas: number; sales: number }) => void;
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
  /** How many of `areas_fitted` an interrupted build had fitted. */
  areas_resumed: number;
  areas_kept: number;
  areas_removed: number;
  /** Sales of the areas that this build fitted itself. */
  sales: number;
  fit_seconds: number;
}

/** Most fitted areas that wait to be written, for each fitter: limits the areas in memory. */
const MOST_WAITING = 2;

/**
 * Fits the models of valuations, area by area, and stores each fitted area at once. Then replaces the served models in
 * one transaction; until it commits, requests read the old ones. Areas without changes keep their model, and areas that
 * an interrupted build fitted to the same evidence are not fitted again. Waits for another build that fits.
 */
export async function buildValuations(db: Db, options: BuildOptions): Promise<BuildResult> {
  return withFitLock(db, options.onWait ?? (() => {}), () => fitAndPublish(db, options));
}

async function fitAndPublish(db: Db, options: BuildOptions): Promise<BuildResult> {
  const { today } = options;
  // Read first: a load may be published while areas are fitted, and the fits do not include it.
  const loads = await newestLoad(db);
  const plans = await planAreas(db);
  const standing = await standingAreas(db);
  const due = plans.filter((plan) => options.all || standing.get(plan.area) !== plan.signature);
  const planned = new Set(plans.map((plan) => plan.area));
  const gone = [...standing.keys()].filter((area) => !planned.has(area));
  const areas_kept = plans.length - due.length;
  const nothing = { areas_fitted: 0, areas_resumed: 0, areas_kept, areas_removed: 0, sales: 0 };
  if (due.length === 0 && gone.length === 0) {
    await recordInputs(db, loads);
    return { build_id: null, ...nothing, fit_seconds: 0 };
  }
  const started = performance.now();
  const fitted = await fittedAreas(db, options.all ? today : null);
  const rest = due.filter((plan) => fitted.get(plan.area) !== plan.signature);
  await fitRest(db, rest, options);
  const build_id = await inTransaction(db, async (client) => {
    const id = await insertBuild(client, {
      built_at: new Date(`${today}T00:00:00Z`),
      known_before: today,
      fitted: due.length,
      kept: areas_kept,
      sales: salesOf(due),
      parameters: PARAMETERS,
    });
    const before = await soldTogetherMark.one(client);
    await deleteAreas.run(client, { areas: gone });
    for (const { area, signature } of due) {
      await deleteAreas.run(client, { areas: [area] });
      await insertArea(client, id, signature, await readFitted(client, area));
    }
    await forgetFitted.run(client);
    // The packed sales contain this flag. Until they are packed again, answers read the sales table.
    if ((await soldTogetherMark.one(client)).mark !== before.mark)
      await forgetBuild.run(client, { name: MARKET_BUILD });
    // The recorded inputs are part of the name of the release.
    await recordBuild.run(client, {
      name: VALUATION_BUILD,
      inputs: inputsOf(id, loads),
    });
    return id;
  });
  return {
    build_id,
    areas_fitted: due.length,
    areas_resumed: due.length - rest.length,
    areas_kept,
    areas_removed: gone.length,
    sales: salesOf(rest),
    fit_seconds: (performance.now() - started) / 1000,
  };
}

/**
 * Records that unchanged valuations include the newest loads. Earlier versions recorded neither the edition of such
 * valuations nor their loads.
 */
async function recordInputs(db: Db, loads: number): Promise<void> {
  const before = await builtFrom(db, VALUATION_BUILD);
  const made = buildNumber(before);
  if (made === null) return;
  const inputs = inputsOf(made, loads);
  if (before !== inputs) await recordBuild.run(db, { name: VALUATION_BUILD, inputs });
}

function inputsOf(build_id: number, loads: number): string {
  return withEdition(VALUATION_BUILD, `build:${build_id} loads:${loads}`);
}

function salesOf(plans: readonly AreaPlan[]): number {
  return plans.reduce((sum, plan) => sum + plan.sales, 0);
}

/** Fits areas and stores each one at once, so that a killed build loses only the areas being fitted. */
async function fitRest(db: Db, plans: readonly AreaPlan[], options: BuildOptions): Promise<void> {
  const { today, fitters = [createFitter(db, today)] } = options;
  // A fit in this process blocks its event loop, so a write that waits for a connection would time out.
  const most_waiting = options.fitters ? MOST_WAITING * fitters.length : 0;
  const sales = salesOf(plans);
  options.begun?.({ areas: plans.length, sales });
  let areas_done = 0;
  let sales_done = 0;
  await fitAll(plans, fitters, most_waiting, async (plan, fitted) => {
    await keepFitted(db, plan, today, fitted);
    areas_done++;
    sales_done += plan.sales;
    options.progress?.({ area: plan.area, areas_done, areas: plans.length, sales_done, sales });
  });
}

/** Gives each fitter the next area as soon as it is free, the largest first. Writes the areas one after another. */
async function fitAll(
  plans: readonly AreaPlan[],
  fitters: readonly Fitter[],
  most_waiting: number,
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
      if (waiting > most_waiting) await writing;
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
