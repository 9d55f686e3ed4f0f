import { listingsSource } from '@domesday/loading/kinds/listings/source';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-csv',
  name: 'Listings in a CSV of the operator',
  ...listingsSource,
  docs: {
    page: 'data',
    what: 'the same in any CSV',
    layouts:
      'columns by their own names (`reference, listing_type, price, address` are needed) or through a mapping file with `columns`, and `delimiter`, `listing_type`, `rent_period`, `complete`; a `price_qualifier` such as POA leaves an advert out',
    where: 'your own records',
    layout_seen: 'operator',
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
