import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-csv',
  name: 'Listings in a CSV of the operator',
  publisher: 'The operator',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'As the operator holds it',
  attribution: 'Listings as supplied by the operator of this service.',
  cadence_days: null,
  dated_by: 'records',
  delay_days: 0,
  served: {
    table: 'listings',
    newest: 'coalesce(t.updated_on, t.first_listed)',
    placed: 't.feed_latitude is not null',
    replaces: 'the same adverts; what a complete feed lacks is withdrawn, not deleted',
  },
  used_by: ['listings'],
  download: {
    topic: 'listings',
    find: { by: 'operator', why: 'own' },
    content: null,
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'the same in any CSV',
    layouts:
      'columns by their own names (`reference, listing_type, price, address` are needed) or through a mapping file with `columns`, and `delimiter`, `listing_type`, `rent_period`, `complete`; a `price_qualifier` such as POA leaves an advert out',
    where: 'your own',
    layout_seen: 'operator',
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
