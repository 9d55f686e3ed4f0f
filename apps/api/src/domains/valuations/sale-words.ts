import type { LimitingFactor } from '@domesday/valuation';

/** Limiting factors that come from the premises, not from the estimate. */
type OfPremises = 'not_an_ordinary_home' | 'building_of_homes' | 'building_with_record';
type Said = LimitingFactor | OfPremises;

const SENTENCES: Record<Said, string> = {
  not_an_ordinary_home:
    'It is recorded as something other than a house or flat; the value is that of an ordinary home in its place.',
  building_of_homes:
    'This address is a building that holds homes; the value is that of one home in it, not of all.',
  building_with_record:
    'This address is a building that holds homes; the sales and certificates of its own may be of all of it, of a part or of one home in it.',
  last_sale_over_10_years_ago: 'The last sale is more than ten years old.',
  last_sale_far_above:
    'The last sale was at over four times what the homes of its place and its other sales or its floor area all say, as of several homes at once or a price that is off by a digit: it counts for less, and lowers the confidence.',
  last_sale_within_3_months:
    'The last sale is less than three months old; errors are measured mostly on homes that were held for longer.',
  last_sale_within_12_months:
    'The last sale is less than a year old; homes resold so soon were often improved.',
  last_sale_outside_interval:
    'The last sale, adjusted by the index, lies outside the interval: the other evidence contradicts its price.',
  last_sale_far_below:
    'The last sale was at under two thirds of what all other evidence says, as where a tenant bought the home or a share of it was sold: it counts for less, and lowers the confidence.',
  last_sale_was_new_build: 'The last sale was of a new building, whose premium does not last.',
  past_sales_not_usable:
    'No past market sale of this address can be carried forward to the day of the valuation.',
  sale_before_index:
    'A past sale of this address is older than the loaded price index, or lies before a gap of over three months in it, so that its growth since is not known.',
  price_below_usable:
    'A past sale of this address for less than £10,000 is left out: such a price is seldom that of a whole home.',
  price_above_usable:
    'A past sale of this address for more than £20,000,000 is left out: such a price is seldom that of one home.',
  not_a_house_or_flat:
    'A past sale of this address that was registered as neither a house nor a flat is left out.',
  sold_together:
    'A past sale of this address is left out: on that day several homes here were registered at one price of over twice the usual, as where many are sold at once and each bears the total.',
  last_sale_out_of_line:
    'Its newest plain sale is left out, and the confidence is lower: its price is under a third or over eight times of what the other sales of this address and the homes of its place all say, as of a share or a part of it, or a price that is off by a digit.',
  only_sale_out_of_line:
    'Its only plain sale is left out, and the confidence is lower: its price is under a third or over eight times of what its floor area and the homes of its place both say, as of a share or a part of it, or a price that is off by a digit.',
  sale_out_of_line:
    'An earlier sale of this address is left out: its price is over ten times or under a tenth of what its other sales say, or over eight times or under a third of what they and the homes of its place all say.',
  sold_as_another_kind:
    'An earlier sale of this address as a house, where it is a flat now, or the other way round, is left out: beside the last sale its price is that of another home, as where a house was split or flats were joined.',
  additional_sale_out_of_line:
    'A sale of it that is no plain market sale is left out: its price is over four times or under a quarter of what the last plain sale says, as where several homes are bought at once.',
  records_of_two_kinds:
    'Of its last sale and its energy certificate one says that it is a flat and the other a house: it may have been converted, or one of the two be of another home.',
  sold_in_parts:
    'On one day it was sold at prices far apart, as where flats or plots share an address: its sales up to that day are left out.',
  no_previous_sale:
    'No sale is linked to this home up to the day of the valuation: none of its address is known, or it fits several homes.',
  type_inferred:
    'No usable sale and no certificate tells the type of this home; it is inferred, and the value mixes the types that are probable.',
  type_assumed:
    'Nothing tells the type of this home; the value mixes the types as they are usual in England.',
  types_without_value:
    'It may be of a type that has no value here; the value is that of the other types, and the interval is wider.',
  kind_of_bungalow: 'A bungalow may be registered as any type of house; the value mixes these types.',
  additional_sale_since:
    'It has been sold since, though not as a plain market sale; that price counts as weak evidence.',
  additional_sales_count: 'Sales of it that are no plain market sales count as weak evidence.',
  only_additional_sales:
    'Only sales that are no plain market sales are known of it; they count as weak evidence.',
  floor_area_inferred:
    'The floor area is only what homes of so many rooms usually have: the interval is wider and the confidence Low.',
  far_from_its_place: 'The value is over twice or under half of what the other homes of its place say of it.',
  far_from_its_floor_area:
    'The value is over twice or under half of what its floor area says of it beside the other homes of its place.',
  unusual_floor_area:
    'The floor area is outside that of nearly all homes of this type, beyond the homes that the model learned from.',
  floor_area_contradicts_sales: 'The given floor area and the past sales of this home contradict each other.',
  certificates_contradict:
    'Two energy certificates of one day differ by over a quarter in the floor area of this home; one of them is wrong, and the interval is wider.',
  no_floor_area: 'No floor area between 15 and 1,000 m² is known.',
  few_comparables: 'Fewer than five similar sales were found nearby.',
  few_sales_with_floor_area: 'Few sales with a known floor area are known in its closest surroundings.',
  few_sales_nearby: 'Few sales of such homes are known in its closest surroundings.',
  lease_length_not_known: 'The length of the lease is not known and can change the value much.',
  index_carried_forward: 'The index was carried more than 6 months past its last month.',
  wide_interval: 'The interval is too wide for the confidence of the method, which is lowered for it.',
  no_index: 'No price index is known here, so that prices are those of their day.',
  spread_measured_elsewhere:
    'No past estimates here measure the error, as in an area of few sales or for a day that is fitted anew; the spread is that of other areas.',
};

/**
 * The sentence for a factor. `sold_since`: there is a newer sale, which is not a standard one or is left out, so the
 * last sale that counts is not the newest.
 */
export function factorSentence(factor: Said, sold_since = false): string {
  const sentence = SENTENCES[factor];
  return sold_since ? sentence.replace(/^The last sale\b/, 'The last plain sale that counts') : sentence;
}
