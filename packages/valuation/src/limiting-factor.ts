import type { LeftOut } from './own-sales.ts';
import type { OddSale } from './types.ts';

/** What holds an estimate back. The API has a sentence for each: without one it does not compile. */
export type LimitingFactor =
  | OddSale
  | LeftOut
  | 'last_sale_over_10_years_ago'
  | 'last_sale_within_3_months'
  | 'last_sale_within_12_months'
  | 'last_sale_outside_interval'
  | 'last_sale_far_below'
  | 'last_sale_was_new_build'
  | 'past_sales_not_usable'
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
