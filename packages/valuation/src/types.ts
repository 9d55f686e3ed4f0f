/** A dwelling's type as HM Land Registry and the certificates know it. */
export type PropertyType = 'detached' | 'semi_detached' | 'terraced' | 'flat' | 'bungalow' | 'other';
export type Tenure = 'Freehold' | 'Leasehold';
export type Category = 'standard' | 'additional';
export type Method = 'last_sold_growth' | 'sqft_estimate' | 'comparables';
/** Why a sale says nothing of the value of a home. */
export type UnusableReason =
  | 'price_below_usable'
  | 'price_above_usable'
  | 'not_a_house_or_flat'
  | 'sold_together';
export type Confidence = 'High' | 'Medium' | 'Low';
export type ResultCode = 'ok' | 'thin_market' | 'stale_sale' | 'no_floor_area';

/** British National Grid metres. */
export interface GridPosition {
  easting: number;
  northing: number;
}

/** Known attributes of the dwelling to value. */
export interface Subject {
  property_type: PropertyType;
  tenure: Tenure | null;
  new_build: boolean;
  postcode: string;
  street: string | null;
  position: GridPosition | null;
  floor_area_sqm: number | null;
  /** Whether the floor area is only the usual one for the number of rooms. */
  floor_area_inferred?: boolean;
  /** Whether the floor area comes from the caller alone. */
  floor_area_given?: boolean;
  /** The floor area by another certificate of the same day. */
  floor_area_other_sqm?: number | null;
  construction_age: string | null;
}

/** One sale of the dwelling itself. Price in pounds, date ISO. */
export interface PastSale {
  transaction_id?: string;
  price: number;
  date: string;
  category: Category;
  new_build: boolean;
  property_type: PropertyType;
}

/**
 * Monthly log levels of prices for one area and property type. `data_month` is the last month that rests on
 * sales; later months are carried forward at `slope_per_month` (log points).
 */
export interface GrowthIndex {
  id: string;
  area: string;
  first_month: string;
  log_levels: ArrayLike<number>;
  data_month: string;
  slope_per_month: number;
  /** Drift of the area from its published index in its last year of data, log points a month. */
  own_slope_per_month?: number;
}

/**
 * The log price, deflated by the growth index, of a dwelling of the subject's type and tenure at the subject's place.
 * `n` counts the sales in the finest geography with any.
 */
export interface LocationBaseline {
  log_price: number;
  n: number;
  geography: string;
}

/** Log price per square metre, deflated by the growth index, at `reference_area_sqm`. */
export interface PricePerArea {
  log_price_per_sqm: number;
  reference_area_sqm: number;
  /** Elasticity of price to area, about 0.8: price per square metre falls with size. */
  elasticity: number;
  n: number;
  geography: string;
}

/** A sale of another dwelling that may serve as a comparable. */
export interface Candidate {
  transaction_id: string;
  price: number;
  date: string;
  /** The `monthTime` of the date, set by a fit, which reads each sale thousands of times. */
  time?: number;
  category: Category;
  new_build: boolean;
  property_type: PropertyType;
  tenure: Tenure | null;
  postcode: string;
  street: string | null;
  position: GridPosition | null;
  floor_area_sqm: number | null;
  construction_age: string | null;
}

/**
 * The values that a search for comparables reads of each sale, as columns: of some 150 sales few are chosen, and
 * reading an object for each is slow because of cache misses.
 */
export interface SaleColumns {
  /** British National Grid metres; NaN without a position. */
  eastings: Float64Array;
  northings: Float64Array;
  /** The `monthTime` of each date. */
  times: Float64Array;
  /** Type, tenure and whether it was new, as one number; see `kindsFor`. */
  kinds: Uint8Array;
}

/** Sales nearby and, if columns were made before, the row of each sale in them. */
export type Nearby = readonly Candidate[] & {
  readonly found?: { columns: SaleColumns; rows: readonly number[] };
};

/** Settings fitted on past windows and shared by every request for an area. */
export interface FittedSettings {
  /** Log offset by hold bin, first for a previous resale, then for a previous new build. */
  offsets: { resale: readonly number[]; new_build: readonly number[] };
  /** How the last sale and the place are weighed, see `blended`. */
  blend: Blend;
  /** How floor area and similar sales are weighed against the level of the place, see `homeLevel`. */
  shares: LevelShares;
  /** How addresses are worded by type. Default: `USUAL_WORDS`. */
  type_words?: TypeWords;
  /** Floor areas by number of rooms. Default: `USUAL_ROOM_SIZES`. */
  room_sizes?: RoomSizes;
  /** Log premium of a new dwelling over a resale. */
  new_build_premium: number;
  /** Deflated log price of a typical sale, and how errors grow away from it and with age, see `errorScale`. */
  typical_level?: number;
  scale?: readonly number[];
  /** Spread of past errors by method, see `errorSpread`. */
  errors: Readonly<Record<string, ErrorSpread>>;
  /** Factors of the spread by type, years held and band of value, see `groupFactor`. */
  factors?: Readonly<Record<string, number>>;
  /** Transactions of the area at the price of several homes, see `soldTogether`. */
  sold_together?: readonly string[];
  /** Errors of past estimates of the area. Estimates do not read them. Absent if not measured. */
  accuracy?: Accuracy;
}

/** Errors of past estimates against the prices then paid, by method. */
export type Accuracy = Partial<Record<Method, MethodAccuracy>>;

/** Errors as fractions of the price paid, and the days of the first and last sale. */
export interface MethodAccuracy {
  n: number;
  from: string;
  to: string;
  median_off: number;
  within_10: number;
  within_20: number;
}

/** Quantiles of the absolute log error of past estimates. */
export interface ErrorSpread {
  q68: number;
  q80: number;
  n: number;
}

/** Everything an estimate may use. Nothing in here may be later than `as_of`. */
export interface SaleEvidence {
  as_of: string;
  subject: Subject;
  /** Usable sales of the home, oldest first. */
  past_sales: readonly PastSale[];
  /** Why other sales of the home were left out, each reason once. */
  odd_sales: readonly UnusableReason[];
  index: GrowthIndex | null;
  location: LocationBaseline | null;
  price_per_area: PricePerArea | null;
  candidates: Nearby;
  settings: FittedSettings;
}

/** A comparable with its price adjusted to the valuation date and the subject's size. */
export interface Comparable extends Candidate {
  adjusted_price: number;
  distance_m: number | null;
  score: number;
}

/** The parts of a value: the level of the place, floor area, similar sales, own sales, uncertainty of the type. */
export type Factor =
  | 'place'
  | 'floor_area'
  | 'similar_sales'
  | 'own_sales'
  | 'additional_sales'
  | 'type_uncertainty';

/** What a factor adds to the value, in pounds. */
export interface Driver {
  factor: Factor;
  pounds: number;
}

/** Why a sale of the home is left out of the observations. */
export type LeftOut =
  | 'last_sale_out_of_line'
  | 'sale_out_of_line'
  | 'sold_as_another_kind'
  | 'additional_sale_out_of_line';

/** What limits an estimate. The API has a sentence for each code; it does not compile without one. */
export type LimitingFactor =
  | UnusableReason
  | LeftOut
  | 'last_sale_over_10_years_ago'
  | 'last_sale_within_3_months'
  | 'last_sale_within_12_months'
  | 'last_sale_outside_interval'
  | 'last_sale_far_below'
  | 'last_sale_far_above'
  | 'last_sale_was_new_build'
  | 'past_sales_not_usable'
  | 'only_sale_out_of_line'
  | 'sale_before_index'
  | 'records_of_two_kinds'
  | 'sold_in_parts'
  | 'no_previous_sale'
  | 'type_inferred'
  | 'type_assumed'
  | 'types_without_value'
  | 'kind_of_bungalow'
  | 'additional_sale_since'
  | 'additional_sales_count'
  | 'only_additional_sales'
  | 'floor_area_inferred'
  | 'far_from_its_place'
  | 'far_from_its_floor_area'
  | 'unusual_floor_area'
  | 'floor_area_contradicts_sales'
  | 'certificates_contradict'
  | 'no_floor_area'
  | 'few_comparables'
  | 'few_sales_with_floor_area'
  | 'few_sales_nearby'
  | 'lease_length_not_known'
  | 'index_carried_forward'
  | 'wide_interval'
  | 'no_index'
  | 'spread_measured_elsewhere';

export interface SaleEstimate {
  value: number;
  lower_bound: number;
  upper_bound: number;
  confidence: Confidence;
  method: Method;
  /** Forecast standard deviation: about 68 % of such estimates err by no more than this share. */
  fsd: number;
  interval_80: { low: number; high: number };
  result_code: ResultCode;
  limiting_factors: LimitingFactor[];
  /** The parts of the value, which add up to it. */
  drivers: Driver[];
  used: {
    last_sale: PastSale | null;
    index: { id: string; area: string; from: string; to: string; factor: number } | null;
    price_per_area: PricePerArea | null;
    comparables: Comparable[];
    /** Number of past estimates behind fsd and interval_80; 0 if the spread was measured on other areas. */
    errors_measured: number;
    /** Half-width in log points for mixing values by type; no floor area moves it. */
    mixing_spread_80: number;
    /** The level by place, floor area and similar sales, in pounds, without own sales; null without such evidence. */
    level: number | null;
  };
}

/**
 * `ratio` is an index of EFFECT_RATIOS. The shares are how far floor area and similar sales move the level that own
 * sales are compared with. The coefficients are in the order of `blendFeatures`.
 */
export interface Blend {
  ratio: number;
  size_share: number;
  similar_share: number;
  coefficients: readonly number[];
}

/**
 * How far floor area and similar sales move a home from the level of its place: alone, and if both are known
 * (`of_both`).
 */
export interface LevelShares {
  sized: number;
  similar: number;
  sized_of_both: number;
  similar_of_both: number;
}

/** Log floor area of a home of one habitable room, by fitted type; area grows with rooms to the power below. */
export type RoomSizes = readonly number[];

/** Shares of the wordings of addresses by type: one row for each fitted type, one share for each of WORDINGS. */
export type TypeWords = readonly (readonly number[])[];
