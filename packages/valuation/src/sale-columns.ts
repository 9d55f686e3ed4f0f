import { monthTime } from './dates.ts';
import type { Candidate, Nearby, PropertyType, SaleColumns, Tenure } from './types.ts';

const TYPES: readonly PropertyType[] = ['detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other'];
const TENURES: readonly (Tenure | null)[] = [null, 'Freehold', 'Leasehold'];
/** The kind of a sale that is never a comparable. */
const NONE = 255;

export function columnsOf(sales: readonly Candidate[]): SaleColumns {
  const n = sales.length;
  const eastings = new Float64Array(n).fill(Number.NaN);
  const northings = new Float64Array(n).fill(Number.NaN);
  const times = new Float64Array(n);
  const kinds = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const sale = sales[i]!;
    if (sale.position) {
      eastings[i] = sale.position.easting;
      northings[i] = sale.position.northing;
    }
    times[i] = sale.time ?? monthTime(sale.date);
    kinds[i] = sale.category === 'standard' ? kindOf(sale) : NONE;
  }
  return { eastings, northings, times, kinds };
}

/** The sales at some rows, with their columns for the search. */
export function nearbyOf(sales: readonly Candidate[], columns: SaleColumns, rows: readonly number[]): Nearby {
  return Object.assign(
    rows.map((row) => sales[row]!),
    { found: { columns, rows } },
  );
}

/** A test whether a sale of a kind is a comparable of the subject: same type and tenure, new only for a new subject. */
export function kindsFor(subject: Pick<Candidate, 'property_type' | 'tenure' | 'new_build'>) {
  const wanted = kindOf(subject);
  const ignored = (subject.new_build ? 1 : 0) | (subject.tenure === null ? 6 : 0);
  const asked = wanted | ignored;
  return (kind: number): boolean => (kind | ignored) === asked;
}

function kindOf({
  property_type,
  tenure,
  new_build,
}: Pick<Candidate, 'property_type' | 'tenure' | 'new_build'>) {
  return (TYPES.indexOf(property_type) << 3) | (TENURES.indexOf(tenure) << 1) | (new_build ? 1 : 0);
}
