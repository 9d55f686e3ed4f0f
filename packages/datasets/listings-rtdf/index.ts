import { anyDate } from '@domesday/files/values';
import { isHouseCode, typeOfCode } from '@domesday/loading/kinds/home-words';
import {
  type Advert,
  addressOf,
  countOf,
  floorAreaOf,
  ON_APPLICATION,
  positionOf,
  type Removal,
  rentOf,
  SHARE_QUALIFIERS,
  type Status,
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

const STATUSES: (Status | undefined)[] = [
  undefined,
  'available',
  'sstc',
  'sstc',
  'under_offer',
  'under_offer',
  'let_agreed',
];
/** The price_qualifier of a price on application. */
const HIDDEN = 1;
/** Payments per year: the value of `rent_frequency` itself. */
const PAYMENTS = [1, 4, 12, 52, 365];
const SQM_OF_UNIT: Record<number, number> = { 1: 0.09290304, 2: 1 };

/**
 * Messages of Rightmove's real-time data feed: SendPropertyDetails and RemoveProperty. The reader follows the published
 * schemas.
 */
export const dataset = feedModule(source.id, {
  rows: (file, context) => readMessages(file, context, 'listings-rtdf', read, daysOf),
});

const DAYS = ['create_date', 'update_date'] as const;

function daysOf(message: Message): (string | null)[] {
  const property = objectAt(message, 'property');
  return DAYS.map((key) => textAt(property, key));
}

function read(message: Message): Advert | Removal | string | null {
  const [branch, property] = [objectAt(message, 'branch'), objectAt(message, 'property')];
  const reference = textAt(property, 'agent_ref');
  const branch_id = textAt(branch, 'branch_id');
  if (reference === null || branch_id === null) return null;
  const removal: Removal = { removed: true, reference, branch: branch_id };
  if (!('price_information' in property) && !('details' in property)) return removal;
  if (branch.overseas === true) return 'The property lies abroad.';
  if (property.published === false) return removal;

  const [address, price, details] = ['address', 'price_information', 'details'].map((key) =>
    objectAt(property, key),
  ) as [Message, Message, Message];
  const to_let = branch.channel === 2;
  const status = STATUSES[numberAt(property, 'status') ?? 0];
  if (!status) return `The status ${quoted(textAt(property, 'status'))} is not known.`;
  if (numberAt(price, 'price_qualifier') === HIDDEN) return ON_APPLICATION;
  const amount = numberAt(price, 'price') ?? 0;
  const frequency = numberAt(price, 'rent_frequency');
  const payments = frequency ?? 12;
  if (to_let && !PAYMENTS.includes(payments)) return `The rent_frequency "${payments}" is not known.`;
  const area = numberAt(details, 'internal_area');
  const unit = SQM_OF_UNIT[numberAt(details, 'internal_area_unit') ?? 0];
  const tenure = numberAt(price, 'tenure_type');
  return {
    branch: branch_id,
    reference,
    listing_type: to_let ? 'rent' : 'sale',
    status,
    native_status: textAt(property, 'status'),
    ...(to_let ? rentOf(amount, 12 / payments) : { price: amount, price_period: 'total' as const }),
    period_told: frequency !== null,
    of_share:
      SHARE_QUALIFIERS.includes(numberAt(price, 'price_qualifier')) || price.shared_ownership === true,
    bedrooms: textAt(details, 'bedrooms'),
    bathrooms: countOf(details.bathrooms),
    property_type: typeOfCode(numberAt(property, 'property_type')),
    is_house: isHouseCode(numberAt(property, 'property_type')),
    tenure: tenure === 1 || tenure === 4 ? 'Freehold' : tenure === 2 ? 'Leasehold' : null,
    new_build: typeof property.new_home === 'boolean' ? property.new_home : null,
    floor_area_sqm: floorAreaOf(area && unit ? Math.round(area * unit * 10) / 10 : null),
    address: addressOf(
      ['house_name_number', 'address_2', 'address_3', 'address_4', 'town'].map((key) => textAt(address, key)),
    ),
    postcode: postcodeOf(`${textAt(address, 'postcode_1') ?? ''} ${textAt(address, 'postcode_2') ?? ''}`),
    summary: textAt(details, 'summary'),
    ...positionOf(address.latitude ?? null, address.longitude ?? null),
    first_listed: anyDate(textAt(property, 'create_date') ?? undefined),
    updated_on: anyDate(textAt(property, 'update_date') ?? undefined),
  };
}
