import { type SaleColumns, TENURES, TYPES } from '@domesday/builds/packed-sales/records';
import type { ResponseOf, Schema } from '@domesday/contract';
import { quantilesOf } from '../../statistics/quantiles.ts';
import { byText, pricePerSqft } from './model.ts';
import { groupsIn, valuesOf } from './sale-columns.ts';

type Response = ResponseOf<'prices.market'>;
export type Figures = Pick<Response, 'price' | 'price_per_sqft' | 'by_property_type' | 'by_tenure'>;

/** Quantiles of sale prices: of all sales, by type and by tenure. */
export function figuresOf(sales: SaleColumns): Figures {
  const { prices, types, tenures } = sales;
  const per_sqft = pricesPerSqft(sales);
  return {
    price: quantilesOf(prices),
    price_per_sqft: knownQuantiles(per_sqft.filter((value) => !Number.isNaN(value))),
    by_property_type: groupsIn(types)
      .map((type) => ({
        property_type: TYPES[type]!,
        price: quantilesOf(valuesOf(prices, types, type)),
        price_per_sqft: knownQuantiles(valuesOf(per_sqft, types, type)),
      }))
      .sort((a, b) => byText(a.property_type, b.property_type)),
    by_tenure: groupsIn(tenures)
      .filter((tenure) => tenure > 0)
      .map((tenure) => ({
        tenure: TENURES[tenure - 1]!,
        price: quantilesOf(valuesOf(prices, tenures, tenure)),
      }))
      .sort((a, b) => byText(a.tenure, b.tenure)),
  };
}

/** Price per square foot of each sale; NaN if its floor area is unknown. */
function pricesPerSqft({ prices, floor_areas_sqm }: SaleColumns): Float64Array {
  const per_sqft = new Float64Array(prices.length);
  for (let i = 0; i < prices.length; i++)
    per_sqft[i] = pricePerSqft({ price: prices[i]!, floor_area_sqm: floor_areas_sqm[i]! }) ?? Number.NaN;
  return per_sqft;
}

/** Quantiles; null if there are no values. */
function knownQuantiles(values: Float64Array): Schema<'Quantiles'> | null {
  return values.length > 0 ? quantilesOf(values) : null;
}
