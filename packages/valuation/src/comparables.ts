import { monthTime } from './dates.ts';
import { indexLevel } from './index-level.ts';
import { weightedMedian } from './math/quantile.ts';
import { columnsOf, kindsFor } from './sale-columns.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import type { Candidate, Comparable, Nearby, PropertyType, SaleEvidence, Subject, Tenure } from './types.ts';

export const COMPARABLES_WANTED = 7;
export const FEWEST_COMPARABLES = 3;
const RINGS_M = [250, 500, 1000, 2000, 5000];
const RECENT_MONTHS = 36;
const OLDER_MONTHS = 60;
const DEFAULT_ELASTICITY = 0.8;

/** A standard sale in the form in which a build stores it for comparables. Sales are stored by type. */
export type PackedSale = readonly [
  transaction_id: string,
  price: number,
  date: string,
  new_build: 0 | 1,
  tenure: Tenure | null,
  postcode: string,
  street: string,
  easting: number,
  northing: number,
  floor_area_sqm: number | null,
  construction_age: string | null,
];

export function candidateOf(sale: PackedSale, property_type: PropertyType): Candidate {
  const [transaction_id, price, date, fresh, tenure, postcode, street, easting, northing, area, age] = sale;
  return {
    transaction_id,
    price,
    date,
    category: 'standard',
    new_build: fresh === 1,
    property_type,
    tenure,
    postcode,
    street: street || null,
    position: { easting, northing },
    floor_area_sqm: area,
    construction_age: age,
  };
}

interface Scored {
  candidate: Candidate;
  distance: number | null;
  score: number;
}

/**
 * The `wanted` most similar sales, most similar first: same type and tenure, standard category, new only for a new
 * subject. The search widens first in distance and then in time. For flats, sales in the same postcode, usually the
 * same building, are preferred.
 */
export function similarSales(evidence: SaleEvidence, wanted: number = COMPARABLES_WANTED): Comparable[] {
  const priceOf = adjustment(evidence);
  return chosenSales(evidence, wanted).map((one) => described(one, priceOf(one.candidate)));
}

/** Log value: the weighted median of the comparables' adjusted prices. Null for fewer than three comparables. */
export function comparables(
  evidence: SaleEvidence,
): { log_value: number; comparables: () => Comparable[] } | null {
  const chosen = chosenSales(evidence, COMPARABLES_WANTED);
  if (chosen.length < FEWEST_COMPARABLES) return null;
  const prices = chosen.map(({ candidate }) => candidate).map(adjustment(evidence));
  const log_value = weightedMedian(
    prices.map(Math.log),
    chosen.map((one) => 1 / (1 + one.score)),
  );
  return { log_value, comparables: () => chosen.map((one, i) => described(one, prices[i]!)) };
}

function chosenSales(evidence: SaleEvidence, wanted: number): Scored[] {
  const { candidates, subject } = evidence;
  const eligible = eligibleSales(candidates, evidence);
  for (const months of [RECENT_MONTHS, OLDER_MONTHS]) {
    const inRing = RINGS_M.map(() => 0);
    for (let i = 0; i < candidates.length; i++)
      if (eligible.months[i]! <= months && eligible.rings[i]! < inRing.length) inRing[eligible.rings[i]!]!++;
    let n = 0;
    for (let ring = 0; ring < inRing.length; ring++) {
      n += inRing[ring]!;
      if (n >= wanted) return mostSimilar(candidates, subject, eligible, wanted, months, ring);
    }
  }
  return mostSimilar(candidates, subject, eligible, wanted);
}

/** Straight-line distance in metres, or null if either position is unknown. */
export function distanceM(subject: Subject, candidate: Candidate): number | null {
  if (!subject.position || !candidate.position) return null;
  const east = subject.position.easting - candidate.position.easting;
  const north = subject.position.northing - candidate.position.northing;
  return straightDistance(east, north);
}

function straightDistance(east: number, north: number): number {
  return Math.sqrt(east * east + north * north);
}

/** The age and the ring of each candidate. The arrays may be longer than the candidates. */
interface Eligible {
  /** Age in months; Infinity for a candidate that is not eligible. */
  months: Float64Array;
  /** The index of the narrowest ring around the candidate; 0 without a distance. */
  rings: Uint8Array;
}

/** Buffers that successive searches reuse, since allocating the arrays takes longer than filling them. */
let reused: Eligible = { months: new Float64Array(256), rings: new Uint8Array(256) };

function eligibleSales(
  candidates: Nearby,
  { subject, index, as_of }: Pick<SaleEvidence, 'subject' | 'index' | 'as_of'>,
): Eligible {
  const n = candidates.length;
  if (reused.months.length < n) reused = { months: new Float64Array(2 * n), rings: new Uint8Array(2 * n) };
  const { months, rings } = reused;
  const { columns, rows } = candidates.found ?? { columns: columnsOf(candidates), rows: null };
  const { eastings, northings, times, kinds } = columns;
  const { easting, northing } = subject.position ?? { easting: Number.NaN, northing: Number.NaN };
  const wanted = kindsFor(subject);
  const now = monthTime(as_of);
  const first = index ? monthTime(`${index.first_month}-01`) : Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const row = rows === null ? i : rows[i]!;
    const age = now - times[row]!;
    const counts = wanted(kinds[row]!) && age >= 0 && age <= OLDER_MONTHS && times[row]! >= first;
    months[i] = counts ? age : Number.POSITIVE_INFINITY;
    if (counts) rings[i] = ringOf(straightDistance(easting - eastings[row]!, northing - northings[row]!));
  }
  return reused;
}

/** The index of the narrowest ring; 0 for NaN. */
function ringOf(distance: number): number {
  let ring = 0;
  while (ring < RINGS_M.length && distance > RINGS_M[ring]!) ring++;
  return ring;
}

/** The most similar of the eligible candidates within an age and a ring, most similar first. */
function mostSimilar(
  candidates: Nearby,
  subject: Subject,
  { months, rings }: Eligible,
  wanted: number,
  most_months: number = OLDER_MONTHS,
  most_ring: number = RINGS_M.length,
): Scored[] {
  const chosen: Scored[] = [];
  for (let i = 0; i < candidates.length; i++) {
    if (months[i]! > most_months || rings[i]! > most_ring) continue;
    const candidate = candidates[i]!;
    const distance = distanceM(subject, candidate);
    const score = dissimilarity(subject, candidate, months[i]!, distance);
    if (chosen.length === wanted && chosen[wanted - 1]!.score < score) continue;
    const scored = { candidate, distance, score };
    let at = chosen.length;
    while (at > 0 && before(scored, chosen[at - 1]!)) at--;
    chosen.splice(at, 0, scored);
    if (chosen.length > wanted) chosen.pop();
  }
  return chosen;
}

function before(a: Scored, b: Scored): boolean {
  return (
    a.score < b.score || (a.score === b.score && a.candidate.transaction_id < b.candidate.transaction_id)
  );
}

/**
 * Lower is more similar. Without positions, postcode and sector are used instead of distance. Size is not scored, since
 * a larger home could then get cheaper neighbours and be worth less; the prices are adjusted for size instead.
 */
function dissimilarity(
  subject: Subject,
  candidate: Candidate,
  months: number,
  distance: number | null,
): number {
  const samePostcode = subject.postcode === candidate.postcode;
  const sameAge =
    subject.construction_age === null ||
    candidate.construction_age === null ||
    subject.construction_age === candidate.construction_age;
  return (
    (distance === null ? postcodeDistance(subject.postcode, candidate.postcode) : distance / 250) +
    months / 24 +
    (subject.street !== null && subject.street === candidate.street ? 0 : 1) +
    (subject.property_type === 'flat' && !samePostcode ? 2 : 0) +
    (sameAge ? 0 : 1)
  );
}

/** A function that adjusts the price of a candidate to the day and size of the subject. */
function adjustment({
  subject,
  index,
  price_per_area,
  as_of,
}: SaleEvidence): (candidate: Candidate) => number {
  const now = index ? indexLevel(index, as_of) : 0;
  const elasticity = price_per_area?.elasticity ?? DEFAULT_ELASTICITY;
  return (candidate) => {
    const growth = index ? now - indexLevel(index, candidate.date) : 0;
    const size = (sizeRatio(subject, candidate) ?? 0) * elasticity;
    return Math.round(candidate.price * Math.exp(growth + size));
  };
}

function described({ candidate, distance, score }: Scored, adjusted_price: number): Comparable {
  return {
    ...candidate,
    adjusted_price,
    distance_m: distance === null ? null : Math.round(distance),
    score,
  };
}

/** Log of the ratio of the subject's floor area to the candidate's, or null if either is unknown. */
function sizeRatio(subject: Subject, candidate: Candidate): number | null {
  const both = plausibleFloorArea(subject.floor_area_sqm) && plausibleFloorArea(candidate.floor_area_sqm);
  return both ? Math.log(subject.floor_area_sqm! / candidate.floor_area_sqm!) : null;
}

function postcodeDistance(a: string, b: string): number {
  if (a === b) return 0;
  return a.slice(0, -2) === b.slice(0, -2) ? 3 : 8;
}
