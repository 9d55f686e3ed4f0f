import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { bedroomCount, bedroomsIn } from '../../statistics/bedrooms.ts';
import { monthsBefore, type Period } from '../../statistics/dates.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';

type Homes = Schema<'Homes'>;

export interface Recorded {
  bedrooms: number | null;
  property_type: Schema<'PropertyType'> | null;
}

/** A rent older than this is not compared with the present value. */
const MONTHS_FOR_A_YIELD = 24;

export const isOldForYield = (context: Context, period: Period): boolean =>
  period.to < monthsBefore(context.today, MONTHS_FOR_A_YIELD);

/** The home itself, as the homes that the value is for. */
export function homeOf(context: Context, place: Place, recorded: Recorded): Homes {
  return {
    bedrooms: recorded.bedrooms,
    and_more: false,
    property_type: recorded.property_type ?? 'all',
    source: 'price-paid',
    area: place.label,
    period: { from: context.today, to: context.today },
  };
}

/**
 * The home with the kind that it is valued as, which its certificate may contradict. A bungalow keeps its recorded
 * kind, because no sale is recorded as that of a bungalow.
 */
export function valuedAs(recorded: Recorded, value_of: Schema<'PropertyType'>): Recorded {
  const { property_type } = recorded;
  const is_bungalow = property_type === 'bungalow' && value_of !== 'flat';
  return property_type === null || is_bungalow ? recorded : { ...recorded, property_type: value_of };
}

/** Whether rent and value are comparable, so that they give a yield; warns why if not. */
export function isAlike(context: Context, rent: Homes, home: Homes, yield_pct: number): boolean {
  const none = (message: string) => {
    context.warn('not_recorded', 'gross_yield_pct', `${message}: no yield is worked out of the two.`);
    return false;
  };
  if (isOldForYield(context, rent.period))
    return none(`The rent is of ${rent.period.from} to ${rent.period.to} and the value of today`);
  if (rent.bedrooms !== null && home.bedrooms !== null) {
    // Certificates distinguish neither studios from one bedroom nor six from five.
    const [let_out, valued] = [rent, home].map((one) => bedroomsIn('epc-domestic', one.bedrooms!));
    if (rent.and_more ? valued! < let_out! : valued !== let_out)
      return none(
        `The rent is of ${bedroomCount(rent.bedrooms)} and the home is valued with ${home.bedrooms}`,
      );
  }
  const kinds = [rent.property_type, home.property_type];
  if (!kinds.includes('all') && (kinds[0] === 'flat') !== (kinds[1] === 'flat'))
    return none(`The rent is of the kind ${kinds[0]} and the home of the kind ${kinds[1]}`);
  if (yield_pct > PLAUSIBLE_YIELD_PCT)
    return none(
      `A year of the rent would be over ${PLAUSIBLE_YIELD_PCT} per cent of the value, so that they are not of the same kind of home`,
    );
  return true;
}
