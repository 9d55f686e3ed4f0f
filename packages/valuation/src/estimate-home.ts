import { lowered } from './carry.ts';
import { estimateSale, isFar, isOutside } from './estimate-sale.ts';
import { intervalConfidence } from './interval-confidence.ts';
import { type HomeCases, type TypeCase, uncertain } from './known-home.ts';
import { mixture, type Part } from './math/mixture.ts';
import type { LimitingFactor, Method, SaleEstimate } from './types.ts';

/** The estimate for a home whose type may be uncertain. */
export interface HomeEstimate {
  estimate: SaleEstimate;
  /** The most probable type that has a value. */
  likeliest: TypeCase;
  /** Possible types of the home that have no value here. */
  unvalued: readonly TypeCase[];
}

/** A stated prior: the prices of homes of two types in one place differ by less than this log factor 8 times in 10. */
const OTHER_TYPE_80 = Math.log(2);

/** Why several types are mixed, by the source of the type. A recorded or given type has several only for a bungalow. */
const TYPE_FACTORS = {
  given: 'kind_of_bungalow',
  sale: 'kind_of_bungalow',
  certificate: 'kind_of_bungalow',
  inferred: 'type_inferred',
  assumed: 'type_assumed',
} as const;

/** The limiting factor if the type is recorded and of sale and certificate one gives a flat and the other a house. */
function factorsOfKinds({ belief, recorded }: HomeCases): LimitingFactor[] {
  const flats = recorded.property_types.filter((type) => type === 'flat').length;
  const recorded_type = belief.source === 'sale' || belief.source === 'certificate';
  return recorded_type && flats > 0 && flats < recorded.property_types.length ? ['records_of_two_kinds'] : [];
}

/**
 * Values the home as each of its possible types and mixes the values by the probabilities of the types. The value is
 * the median of the mixture, so the interval includes the uncertainty of the type. A type without a value here does not
 * move the median, and widens the interval by as much as types of one place differ. Null if no type has a value.
 */
export function estimateHome(home: HomeCases, only?: Method): HomeEstimate | null {
  const { belief, cases } = home;
  const found = cases.flatMap((one) => {
    const estimate = estimateSale(one.evidence, only);
    return estimate ? [{ one, estimate }] : [];
  });
  const [first] = found;
  if (!first) return null;
  const unvalued = cases.filter((one) => !found.some((valued) => valued.one === one));
  const kind_factors = factorsOfKinds(home);
  if (cases.length === 1) {
    const { limiting_factors, confidence } = first.estimate;
    const doubts = uncertain(home) ? [TYPE_FACTORS[belief.source]] : kind_factors;
    const estimate = {
      ...first.estimate,
      confidence: kind_factors.length > 0 ? lowered(confidence) : confidence,
      limiting_factors: [...doubts, ...limiting_factors],
    };
    return { estimate, likeliest: first.one, unvalued };
  }
  const valued: Part[] = found.map(({ one, estimate }) => ({
    weight: one.probability,
    middle: Math.log(estimate.value),
    spread_80: Math.log(estimate.interval_80.high / estimate.value),
  }));
  // The median is computed with spreads that do not depend on the floor area: a larger home must not be worth less.
  const { middle } = mixture(
    found.map(({ estimate }, i) => ({ ...valued[i]!, spread_80: estimate.used.mixing_spread_80 })),
  );
  const like = Math.log(first.estimate.interval_80.high / first.estimate.value);
  const others = unvalued.map(({ probability }): Part => {
    return { weight: probability, middle, spread_80: Math.hypot(like, OTHER_TYPE_80) };
  });
  const { low, high, spread_68 } = mixture([...valued, ...others]);
  const value = Math.round(Math.exp(middle));
  const interval_80 = { low: Math.floor(Math.exp(low)), high: Math.ceil(Math.exp(high)) };
  const by_interval = intervalConfidence(first.estimate.confidence, value, interval_80);
  const confidence = kind_factors.length > 0 ? lowered(by_interval) : by_interval;
  return {
    likeliest: first.one,
    unvalued,
    estimate: {
      ...first.estimate,
      value,
      lower_bound: Math.round(value * 0.9),
      upper_bound: Math.round(value * 1.1),
      fsd: Math.round(Math.expm1(spread_68) * 1000) / 1000,
      confidence,
      interval_80,
      drivers: [
        ...first.estimate.drivers,
        { factor: 'type_uncertainty', pounds: value - first.estimate.value },
      ],
      limiting_factors: [
        ...new Set([
          TYPE_FACTORS[belief.source],
          ...kind_factors,
          ...(unvalued.length > 0 ? (['types_without_value'] as const) : []),
          ...(by_interval === first.estimate.confidence ? [] : (['wide_interval'] as const)),
          ...factorsOfMixture(first.estimate, value, interval_80),
        ]),
      ],
    },
  };
}

const FAR_FACTORS: readonly LimitingFactor[] = ['far_from_its_place', 'far_from_its_floor_area'];

/**
 * The limiting factors of the most probable type. Factors that compare the value or interval are judged anew for the
 * value and interval of the mixture.
 */
function factorsOfMixture(
  { limiting_factors, used }: SaleEstimate,
  value: number,
  interval_80: SaleEstimate['interval_80'],
): LimitingFactor[] {
  const far = used.level !== null && isFar(value, used.level);
  const factors = limiting_factors.filter(
    (one) => one !== 'last_sale_outside_interval' && (far || !FAR_FACTORS.includes(one)),
  );
  return isOutside(used, interval_80) ? [...factors, 'last_sale_outside_interval'] : factors;
}
