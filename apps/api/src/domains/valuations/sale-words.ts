import type { LimitingFactor } from '@domesday/valuation';

/** Limiting factors that come from the premises, not from the estimate. */
type OfPremises = 'not_an_ordinary_home' | 'building_of_homes' | 'building_with_record';
type Said = LimitingFactor | OfPremises;

const SENTENCES: Record<Said, string> = {
  not_an_ordinary_home:
    'These premises are recorded as something other than a house or flat. The value is that of an ordinary home in this place.',
  building_of_homes:
    'This address is a building that contains homes. The value is that of one of these homes, not of the whole building.',
  building_with_record:
    'This address is a building that contains homes. Its sales and certificates may be those of the whole building, of a part or of one home in it.',
  last_sale_over_10_years_ago: 'The last sale is more than ten years old.',
  last_sale_far_above:
    'The last sale was at over four times what other homes of the place and either the other sales or the floor area of this home say, as if several homes were sold at once or a digit of the price is wrong. It counts for less, and the confidence is lower.',
  last_sale_within_3_months:
    'The last sale is less than three months old. Errors were measured mostly on homes that were sold again after a longer time.',
  last_sale_within_12_months:
    'The last sale is less than a year old. Homes that are resold so soon were often improved.',
  last_sale_outside_interval:
    'The last sale, adjusted by the index, lies outside the interval: the other evidence contradicts its price.',
  last_sale_far_below:
    'The last sale was at under two thirds of what all other evidence says, as if a tenant bought the home or only a share of it was sold. It counts for less, and the confidence is lower.',
  last_sale_was_new_build: 'The last sale was of a new building, whose premium does not last.',
  past_sales_not_usable:
    'No past market sale of this address can be carried forward to the day of the valuation.',
  sale_before_index:
    'A past sale of this address is older than the loaded price index, or lies before a gap of over three months in it, so its growth since then is not known.',
  price_below_usable:
    'A past sale of this address for less than £10,000 is not used: such a price is seldom that of a whole home.',
  price_above_usable:
    'A past sale of this address for more than £20,000,000 is not used: such a price is seldom that of one home.',
  not_a_house_or_flat:
    'A past sale of this address that was registered as neither a house nor a flat is not used.',
  sold_together:
    'A past sale of this address is not used: on that day several homes here were registered at the same price of over twice the usual, as if they were sold together and each was registered with the total.',
  last_sale_out_of_line:
    'The newest plain sale is not used, and the confidence is lower: its price is under a third or over eight times of what the other sales of this address and the homes of the place all say, as if a share or a part was sold, or a digit of the price is wrong.',
  only_sale_out_of_line:
    'The only plain sale is not used, and the confidence is lower: its price is under a third or over eight times of what the floor area and the homes of the place both say, as if a share or a part was sold, or a digit of the price is wrong.',
  sale_out_of_line:
    'An earlier sale of this address is not used: its price is over ten times or under a tenth of what the other sales say, or over eight times or under a third of what these sales and the homes of the place all say.',
  sold_as_another_kind:
    'An earlier sale of this address as a house is not used because the address is now a flat, or the other way round. Compared with the last sale its price is that of another home, as if a house was split or flats were joined.',
  additional_sale_out_of_line:
    'A sale that is not a plain market sale is not used: its price is over four times or under a quarter of what the last plain sale says, as if several homes were bought at once.',
  records_of_two_kinds:
    'The last sale and the energy certificate disagree: one says that the home is a flat, the other a house. The home may have been converted, or one of the two may belong to another home.',
  sold_in_parts:
    'On one day this address was sold at very different prices, as if flats or plots share the address. Its sales up to that day are not used.',
  no_previous_sale:
    'No sale is linked to this home up to the day of the valuation: no sale of its address is known, or the sale fits several homes.',
  type_inferred:
    'No usable sale and no certificate gives the type of this home. The type is inferred, and the value is a mixture of the probable types.',
  type_assumed:
    'The type of this home is not known. The value is a mixture of the types in the proportions that are usual in England.',
  types_without_value:
    'The home may be of a type that has no value here. The value is that of the other types, and the interval is wider.',
  kind_of_bungalow:
    'A bungalow may be registered as any type of house. The value is a mixture of these types.',
  additional_sale_since:
    'The home has been sold since, but not as a plain market sale. That price counts as weak evidence.',
  additional_sales_count: 'Sales of this home that are not plain market sales count as weak evidence.',
  only_additional_sales:
    'Only sales that are not plain market sales are known for this home. They count as weak evidence.',
  floor_area_inferred:
    'The floor area is only the usual one for this number of rooms. The interval is wider and the confidence Low.',
  far_from_its_place: 'The value is over twice or under half of what the other homes of the place suggest.',
  far_from_its_floor_area:
    'The value is over twice or under half of what its floor area suggests, compared with the other homes of the place.',
  unusual_floor_area:
    'The floor area is unlike that of nearly all homes of this type, and outside the range that the model was fitted on.',
  floor_area_contradicts_sales: 'The given floor area and the past sales of this home contradict each other.',
  certificates_contradict:
    'Two energy certificates of the same day differ by over a quarter in the floor area of this home. One of them is wrong, so the interval is wider.',
  no_floor_area: 'No floor area between 15 and 1,000 m² is known.',
  few_comparables: 'Fewer than five similar sales were found nearby.',
  few_sales_with_floor_area: 'Few sales with a known floor area are known close to this home.',
  few_sales_nearby: 'Few sales of similar homes are known close to this home.',
  lease_length_not_known: 'The length of the lease is not known. It can change the value a lot.',
  index_carried_forward: 'The index was carried more than 6 months past its last month.',
  wide_interval: 'The confidence is lower than that of the method because the interval is so wide.',
  no_index: 'No price index is known here, so prices are not adjusted to the day of the valuation.',
  spread_measured_elsewhere:
    'The error was not measured here, as in an area with few sales or for a day that needs a fit of its own. The spread is that of other areas.',
};

/**
 * The sentence for a factor. `sold_since`: there is a newer sale, which is not a standard one or is left out, so the
 * last sale that counts is not the newest.
 */
export function factorSentence(factor: Said, sold_since = false): string {
  const sentence = SENTENCES[factor];
  return sold_since ? sentence.replace(/^The last sale\b/, 'The last plain sale that counts') : sentence;
}
