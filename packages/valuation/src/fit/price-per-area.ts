import { REFERENCE_AREA_SQM } from '../known-home.ts';
import { FITTED_TYPES } from '../places.ts';
import type { SaleRow, SalesTable } from '../sales-table.ts';
import { plausibleFloorArea } from '../sqft-estimate.ts';
import type { Steps } from '../steps.ts';
import { fitLocationEffects, type LocationEffects, levelOfRow } from './location-effects.ts';
import type { Parameters } from './parameters.ts';

/** Price per square metre by place, and the elasticity of price to area by fitted type. */
export interface PricePerAreaModel {
  places: LocationEffects;
  elasticities: readonly number[];
}

const USUAL_ELASTICITY = 0.8;
const ELASTICITY_PRIOR_N = 50;
const FEWEST_SALES = 20;
const ROUNDS = 3;

/**
 * Fits location effects as in `fitLocationEffects` to prices adjusted to the reference area, and the elasticity for
 * this adjustment, which is estimated from sales within their place and shrunk towards 0.8. Null with too few floor
 * areas.
 */
export function* fitPricePerArea(
  table: SalesTable,
  known: number,
  deflated: Float64Array,
  now: number,
  as_of: string,
  parameters: Parameters,
): Steps<PricePerAreaModel | null> {
  const size = new Float64Array(known).fill(Number.NaN);
  let n = 0;
  for (let i = 0; i < known; i++) {
    const area = floorAreaKnown(table.rows[i]!, as_of);
    if (!plausibleFloorArea(area)) continue;
    size[i] = Math.log(area / REFERENCE_AREA_SQM);
    n++;
  }
  if (n < FEWEST_SALES) return null;
  let elasticities = FITTED_TYPES.map(() => USUAL_ELASTICITY);
  let places: LocationEffects | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const adjusted = deflated.map((value, i) => value - elasticities[table.type[i]!]! * size[i]!);
    places = yield* fitLocationEffects(table, known, adjusted, now, parameters);
    elasticities = fitElasticities(table, known, adjusted, size, places, elasticities, parameters);
  }
  return { places: places!, elasticities };
}

/** The floor area of a sale's dwelling, if its certificate had been lodged by `as_of`. */
export function floorAreaKnown(row: SaleRow, as_of: string): number | null {
  const lodged = row.floor_area_lodged_on;
  return lodged && lodged > as_of ? null : (row.floor_area_sqm ?? null);
}

function fitElasticities(
  table: SalesTable,
  known: number,
  adjusted: Float64Array,
  size: Float64Array,
  places: LocationEffects,
  current: readonly number[],
  parameters: Parameters,
): number[] {
  const limit = parameters.huber_sd * Math.sqrt(places.variance);
  const cross = FITTED_TYPES.map(() => 0);
  const square = FITTED_TYPES.map(() => 0);
  const typical = 0.09;
  for (let i = 0; i < known; i++) {
    if (Number.isNaN(adjusted[i]!) || table.additional[i]) continue;
    const type = table.type[i]!;
    const premium = table.new_build[i] ? places.new_build_premium : 0;
    const residual = adjusted[i]! - levelOfRow(places, table, i) - premium;
    const weight = Math.min(1, limit / Math.abs(residual));
    cross[type]! += weight * size[i]! * residual;
    square[type]! += weight * size[i]! ** 2;
  }
  return FITTED_TYPES.map((_, type) => {
    const pull = ELASTICITY_PRIOR_N * typical * (USUAL_ELASTICITY - current[type]!);
    const moved = current[type]! + (cross[type]! + pull) / (square[type]! + ELASTICITY_PRIOR_N * typical);
    return Math.min(1.1, Math.max(0.4, moved));
  });
}
