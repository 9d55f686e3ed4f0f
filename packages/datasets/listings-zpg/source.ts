import { listingsSource } from '@domesday/loading/kinds/listings/source';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-zpg',
  name: 'Listings of a Zoopla real-time feed',
  ...listingsSource,
  docs: {
    page: 'data',
    what: "the same as messages of Zoopla's real-time listings",
    layouts: 'listing/update and listing/delete as JSON, likewise',
    where: 'your own agency software',
    layout_seen: { specification: "Zoopla's JSON Schemas 1.2, transcribed" },
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
