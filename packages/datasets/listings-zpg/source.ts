import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-zpg',
  name: 'Listings of a Zoopla real-time feed',
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
    what: "the same as messages of Zoopla's real-time listings",
    layouts: 'listing/update and listing/delete as JSON, likewise',
    where: 'your own agency software',
    layout_seen: { specification: "Zoopla's JSON Schemas 1.2, transcribed" },
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
