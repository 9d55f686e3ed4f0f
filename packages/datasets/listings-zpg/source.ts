import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-zpg',
  name: 'Listings of a Zoopla real-time feed',
  publisher: 'The operator',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'As the operator holds it',
  attribution: 'Listings as supplied by the operator of this service.',
  cadence_days: null,
  used_by: ['listings'],
  docs: {
    page: 'data',
    what: "the same as messages of Zoopla's real-time listings",
    layouts: 'listing/update and listing/delete as JSON, likewise',
    where: 'your own agency software',
    real_file: 'no',
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
