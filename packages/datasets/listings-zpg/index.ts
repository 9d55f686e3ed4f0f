import { anyDate, entryOf } from '@domesday/files/values';
import { isHouseWord, typeOfWord } from '@domesday/loading/kinds/home-words';
import {
  type Advert,
  addressOf,
  countOf,
  floorAreaOf,
  isOfShare,
  ON_APPLICATION,
  positionOf,
  type Removal,
  rentOf,
  statusOfWord,
} from '@domesday/loading/kinds/listings/advert';
import {
  type Message,
  numberAt,
  objectAt,
  readMessages,
  textAt,
} from '@domesday/loading/kinds/listings/json';
import { feedModule } from '@domesday/loading/kinds/listings/module';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

/** The rent period in months, by its word. */
const MONTHS: Record<string, number> = { per_week: 12 / 52, per_month: 1, per_quarter: 3, per_year: 12 };
/** Values of price_qualifier for prices that must not be shown. */
const HIDDEN = new Set(['price_on_application', 'non_quoting']);
const SQM_OF_UNIT: Record<string, number> = { sq_feet: 0.09290304, sq_yards: 0.83612736, sq_metres: 1 };

/**
 * Messages of Zoopla's real-time listings: listing/update and listing/delete. The reader follows the published schemas;
 * no real message was available for a test. A delete names no branch, so references must be unique among all the
 * operator's listings.
 */
export const dataset = feedModule(source.id, {
  rows: (file, context) =>
    readMessages(file, context, 'listings-zpg', read, (message) => [textAt(message, 'update_date')]),
});

function read(message: Message): Advert | Removal | string | null {
  const reference = textAt(message, 'listing_reference');
  if (reference === null) return null;
  const pricing = objectAt(message, 'pricing');
  if (!('pricing' in message)) return { removed: true, reference, branch: null };
  const location = objectAt(message, 'location');
  if ((textAt(location, 'country_code') ?? 'GB').slice(0, 2) !== 'GB') return 'The property lies abroad.';
  if (textAt(message, 'category') === 'commercial') return 'The property is commercial.';
  const word = textAt(message, 'life_cycle_status');
  const status = statusOfWord(word);
  if (status === null) return `The life_cycle_status ${quoted(word)} is not known.`;
  const type = textAt(pricing, 'transaction_type');
  if (type !== 'sale' && type !== 'rent')
    return `The transaction_type ${quoted(type)} is neither sale nor rent.`;
  const frequency_text = textAt(pricing, 'rent_frequency');
  const frequency = frequency_text ?? 'per_month';
  const months = entryOf(MONTHS, frequency);
  if (type === 'rent' && months === undefined)
    return `The rent_frequency ${quoted(frequency)} is not of a whole home.`;
  const currency = textAt(pricing, 'currency_code') ?? 'GBP';
  if (currency !== 'GBP') return `The price is in ${currency.slice(0, 40)}, not in pounds.`;
  if (HIDDEN.has(textAt(pricing, 'price_qualifier') ?? '')) return ON_APPLICATION;
  const amount = numberAt(pricing, 'price') ?? 0;
  const area = objectAt(objectAt(objectAt(message, 'areas'), 'internal'), 'minimum');
  const size = numberAt(area, 'value');
  const unit = entryOf(SQM_OF_UNIT, textAt(area, 'units') ?? '');
  const at = objectAt(location, 'coordinates');
  const tenure = textAt(message, 'tenure') ?? textAt(objectAt(message, 'tenure'), 'type') ?? '';
  return {
    branch: '',
    reference,
    listing_type: type,
    status,
    native_status: word,
    ...(type === 'rent' ? rentOf(amount, months!) : { price: amount, price_period: 'total' as const }),
    period_told: frequency_text !== null,
    of_share: isOfShare(`${textAt(pricing, 'price_qualifier')} ${tenure}`),
    bedrooms: textAt(message, 'total_bedrooms'),
    bathrooms: countOf(message.bathrooms),
    property_type: typeOfWord(textAt(message, 'property_type')),
    is_house: isHouseWord(textAt(message, 'property_type')),
    tenure: /^freehold/i.test(tenure) ? 'Freehold' : /^leasehold/i.test(tenure) ? 'Leasehold' : null,
    new_build: typeof message.new_home === 'boolean' ? message.new_home : null,
    floor_area_sqm: floorAreaOf(size && unit ? Math.round(size * unit * 10) / 10 : null),
    address: addressOf(
      ['property_number_or_name', 'property_name_or_number', 'street_name', 'locality', 'town_or_city'].map(
        (key) => textAt(location, key),
      ),
    ),
    postcode: postcodeOf(textAt(location, 'postal_code') ?? undefined),
    summary: textAt(message, 'summary_description'),
    ...positionOf(at.latitude ?? null, at.longitude ?? null),
    updated_on: anyDate(textAt(message, 'update_date') ?? undefined),
  };
}
