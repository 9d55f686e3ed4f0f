import { CARRY_MONTHS, carriedConfidence, mayCarry, monthsCarried } from './carry.ts';
import { comparables } from './comparables.ts';
import { indexLevel } from './index-level.ts';
import { lastSoldGrowth } from './last-sold-growth.ts';
import { errorSpread, holdBin } from './settings.ts';
import { plausibleFloorArea, sqftEstimate } from './sqft-estimate.ts';
import type {
  Comparable,
  Confidence,
  Method,
  PastSale,
  ResultCode,
  SaleEstimate,
  SaleEvidence,
} from './types.ts';

/** Bounds that the interface fixes; the honest spread is in `interval_80` and `fsd`. */
const LOWER_BOUND = 0.9;
const UPPER_BOUND = 1.1;
const STALE_YEARS = 10;
const THIN_SALES = 5;

const CONFIDENCE: Record<Method, Confidence> = {
  last_sold_growth: 'High',
  sqft_estimate: 'Medium',
  comparables: 'Low',
};

interface Found {
  method: Method;
  log_value: number;
  last_sale?: PastSale;
  years_held?: number;
  index?: { id: string; area: string; from: string; to: string; factor: number };
  comparables?: Comparable[];
}

/**
 * The cascade: the dwelling's own sales, else its floor area, else similar sales nearby, else the level of
 * its place. `only` forces one method, as a back-test does. Null when nothing can be said, and where the index
 * ended too long ago to be carried to the day.
 */
export function estimateSale(evidence: SaleEvidence, only?: Method): SaleEstimate | null {
  if (evidence.index && !mayCarry(evidence.index, evidence.as_of)) return null;
  const found = firstMethod(evidence, only);
  return found ? described(found, evidence) : null;
}

function firstMethod(evidence: SaleEvidence, only?: Method): Found | null {
  if (!only || only === 'last_sold_growth') {
    const own = lastSoldGrowth(evidence);
    if (own) return { method: 'last_sold_growth', ...own };
  }
  if (!only || only === 'sqft_estimate') {
    const area = sqftEstimate(evidence);
    if (area) return { method: 'sqft_estimate', ...area };
  }
  if (!only || only === 'comparables') {
    const similar = comparables(evidence);
    if (similar) return { method: 'comparables', ...similar };
    if (evidence.location && evidence.index) {
      const premium = evidence.subject.new_build ? evidence.settings.new_build_premium : 0;
      const level = evidence.location.log_price + indexLevel(evidence.index, evidence.as_of);
      return { method: 'comparables', log_value: level + premium, comparables: [] };
    }
  }
  return null;
}

function described(found: Found, evidence: SaleEvidence): SaleEstimate {
  const value = Math.round(Math.exp(found.log_value));
  const bin = found.years_held === undefined ? undefined : holdBin(found.years_held);
  const spread = errorSpread(evidence.settings, found.method, evidence.subject.property_type, bin);
  const factors = limitingFactors(found, evidence);
  const carried = evidence.index ? monthsCarried(evidence.index, evidence.as_of) : 0;
  if (spread.n === 0) factors.push('spread_measured_elsewhere');
  return {
    value,
    lower_bound: Math.round(value * LOWER_BOUND),
    upper_bound: Math.round(value * UPPER_BOUND),
    confidence: carriedConfidence(CONFIDENCE[found.method], carried),
    method: found.method,
    fsd: Math.round(Math.expm1(spread.q68) * 1000) / 1000,
    interval_80: {
      low: Math.round(value * Math.exp(-spread.q80)),
      high: Math.round(value * Math.exp(spread.q80)),
    },
    result_code: resultCode(found, factors),
    limiting_factors: factors,
    used: {
      last_sale: found.last_sale ?? null,
      index: found.index ?? null,
      price_per_area: found.method === 'sqft_estimate' ? evidence.price_per_area : null,
      comparables: found.comparables ?? [],
      errors_measured: spread.n,
    },
  };
}

/** Codes for what holds this estimate back, worst first as the reader would see them. */
function limitingFactors(found: Found, evidence: SaleEvidence): string[] {
  const factors: string[] = [];
  const { index, as_of, location } = evidence;
  if (found.years_held !== undefined && found.years_held > STALE_YEARS)
    factors.push('last_sale_over_10_years_ago');
  if (found.years_held !== undefined && found.years_held < 1) factors.push('last_sale_within_12_months');
  if (found.last_sale?.new_build) factors.push('last_sale_was_new_build');
  if (found.method !== 'last_sold_growth') {
    factors.push(evidence.past_sales.length > 0 ? 'past_sales_not_usable' : 'no_previous_sale');
  }
  if (found.method === 'comparables' && !plausibleFloorArea(evidence.subject.floor_area_sqm)) {
    factors.push('no_floor_area');
  }
  if (found.comparables && found.comparables.length < 5) factors.push('few_comparables');
  if (found.method === 'sqft_estimate' && (evidence.price_per_area?.n ?? 0) < THIN_SALES) {
    factors.push('few_sales_with_floor_area');
  }
  if (location && location.n < THIN_SALES) factors.push('few_sales_nearby');
  if (evidence.subject.tenure === 'Leasehold') factors.push('lease_length_not_known');
  if (!index) factors.push('no_index');
  else if (monthsCarried(index, as_of) > CARRY_MONTHS.lowers_after) factors.push('index_carried_forward');
  return factors;
}

function resultCode(found: Found, factors: readonly string[]): ResultCode {
  if (found.method === 'comparables' && factors.includes('few_comparables')) return 'thin_market';
  if (factors.includes('few_sales_with_floor_area')) return 'thin_market';
  if (factors.includes('last_sale_over_10_years_ago')) return 'stale_sale';
  if (factors.includes('no_floor_area')) return 'no_floor_area';
  return 'ok';
}
