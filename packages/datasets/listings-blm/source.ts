import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-blm',
  name: 'Listings in the portals’ text format (BLM)',
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
    what: "what an agent advertises, in the portals' text format",
    layouts:
      "versions 3 and 3i (homes abroad are set aside, rents per person, and prices on application), delimiters from the file's own header; an upload is all of its branch for sale or to let, and what it lacks is withdrawn",
    where: 'your own agency software',
    layout_seen: { real_file: 'version 3 of homes for sale' },
  },
} as const satisfies DatasetSource;
