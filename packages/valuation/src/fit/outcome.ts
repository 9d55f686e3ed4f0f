import type { Pieces } from '../pieces.ts';
import type { PropertyType } from '../types.ts';

/** A past sale, and what was known of the home before it. */
export interface Outcome {
  date: string;
  /** The cut-off of the sale's window. */
  as_of: string;
  /** Months from the data of the index to the sale. */
  age_months: number;
  /** Log price of a typical sale of the area on the day. */
  typical: number;
  property_type: PropertyType;
  /** Sales known in the closest surroundings. */
  nearby: number;
  log_price: number;
  pieces: Omit<Pieces, 'comparables'>;
}
