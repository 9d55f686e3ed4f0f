import { median } from '../math/quantile.ts';
import { type SaleRow, type SalesTable, tenureNumber, typeNumber } from '../sales-table.ts';
import type { PropertyType, Tenure } from '../types.ts';
import { FAMILIES, type Family, type Parameters } from './parameters.ts';

/** Where a dwelling stands, from the widest family of effects to the narrowest. */
export interface Place {
  property_type: PropertyType;
  tenure: Tenure | null;
  postcode: string;
  street: string;
  locality: string;
  town: string;
  saon: string;
  paon: string;
}

export interface LocationEffects {
  /** Deflated log price of a typical sale. */
  intercept: number;
  new_build_premium: number;
  families: readonly { name: Family; effects: ReadonlyMap<string, { effect: number; n: number }> }[];
  /** Robust variance of a sale about its place. */
  variance: number;
}

/** The key of a place in a family, or an empty string where the family says nothing of it. */
export function placeKey(family: Family, place: Place): string {
  const sector = place.postcode.slice(0, -2);
  switch (family) {
    case 'cell':
      return `${sector}|${typeNumber(place.property_type)}|${tenureNumber(place.tenure)}`;
    case 'locality':
      return `${place.locality}|${place.town}`;
    case 'street':
      return place.street ? `${place.street}|${place.locality}|${sector}` : '';
    case 'postcode':
      return place.postcode;
    case 'street_type':
      return place.street
        ? `${place.street}|${place.locality}|${sector}|${typeNumber(place.property_type)}`
        : '';
    case 'postcode_type':
      return `${place.postcode}|${typeNumber(place.property_type)}`;
    case 'building':
      return place.property_type === 'flat' && place.saon ? `${place.postcode}|${place.paon}` : '';
  }
}

/**
 * Ridge effects of sector by type by tenure, locality, street, postcode and, for flats, building on deflated
 * log prices, recent sales weighing more. Solved by going round the families until they settle, with Huber
 * weights against odd prices. `deflated` holds log price less index for the first `known` rows, NaN for a row
 * that is to be left out.
 */
export function fitLocationEffects(
  table: SalesTable,
  known: number,
  deflated: Float64Array,
  now: number,
  parameters: Parameters,
): LocationEffects {
  const rows: number[] = [];
  for (let i = 0; i < known; i++) if (!table.additional[i] && !Number.isNaN(deflated[i]!)) rows.push(i);
  const n = rows.length;
  const age = Float64Array.from(
    rows,
    (i) => 0.5 ** ((now - table.time[i]!) / 12 / parameters.half_life_years),
  );
  const families = FAMILIES.map((name) => coded(name, rows, table.rows));
  let intercept = n > 0 ? median(rows.map((i) => deflated[i]!)) : 0;
  let premium = 0;
  const residual = Float64Array.from(rows, (i) => deflated[i]! - intercept);
  const weight = Float64Array.from(age);
  let variance = 0.06;
  for (let round = 0; round < parameters.location_rounds; round++) {
    for (const family of families) {
      const penalty = parameters.penalties[family.name];
      const sums = new Float64Array(family.effects.length);
      const totals = new Float64Array(family.effects.length).fill(penalty);
      for (let k = 0; k < n; k++) {
        const code = family.codes[k]!;
        if (code < 0) continue;
        sums[code]! += weight[k]! * (residual[k]! + family.effects[code]!);
        totals[code]! += weight[k]!;
      }
      for (let k = 0; k < n; k++) {
        const code = family.codes[k]!;
        if (code >= 0) residual[k]! += family.effects[code]! - sums[code]! / totals[code]!;
      }
      for (let code = 0; code < sums.length; code++) family.effects[code] = sums[code]! / totals[code]!;
    }
    // The premium is drawn lightly towards 10 %, which is what is usual.
    let sum = 5 * 0.1;
    let total = 5;
    let levelSum = 0;
    let levelTotal = 1e-9;
    for (let k = 0; k < n; k++) {
      if (table.new_build[rows[k]!]) {
        sum += weight[k]! * (residual[k]! + premium);
        total += weight[k]!;
      } else {
        levelSum += weight[k]! * residual[k]!;
        levelTotal += weight[k]!;
      }
    }
    const level = levelSum / levelTotal;
    const step = sum / total - premium;
    for (let k = 0; k < n; k++) residual[k]! -= level + (table.new_build[rows[k]!] ? step : 0);
    intercept += level;
    premium += step;
    if (n > 20) variance = (median(residual.map(Math.abs)) / 0.6745) ** 2;
    const limit = parameters.huber_sd * Math.sqrt(variance);
    for (let k = 0; k < n; k++) weight[k] = age[k]! * Math.min(1, limit / Math.abs(residual[k]!));
  }
  return {
    intercept,
    new_build_premium: premium,
    variance,
    families: families.map(({ name, keys, effects, counts }) => ({
      name,
      effects: new Map([...keys].map(([key, code]) => [key, { effect: effects[code]!, n: counts[code]! }])),
    })),
  };
}

/** The level of a place and how many sales stand behind its narrowest known family. */
export function locationAt(
  location: LocationEffects,
  place: Place,
): { log_price: number; n: number; geography: Family | 'area' } {
  let log_price = location.intercept;
  let n = 0;
  let geography: Family | 'area' = 'area';
  for (const family of location.families) {
    const found = family.effects.get(placeKey(family.name, place));
    if (!found) continue;
    log_price += found.effect;
    n = found.n;
    geography = family.name;
  }
  return { log_price, n, geography };
}

function coded(name: Family, rows: readonly number[], sales: readonly SaleRow[]) {
  const keys = new Map<string, number>();
  const codes = Int32Array.from(rows, (i) => {
    const key = placeKey(name, sales[i]!);
    if (key === '') return -1;
    const code = keys.get(key) ?? keys.size;
    keys.set(key, code);
    return code;
  });
  const counts = new Int32Array(keys.size);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return { name, keys, codes, counts, effects: new Float64Array(keys.size) };
}
