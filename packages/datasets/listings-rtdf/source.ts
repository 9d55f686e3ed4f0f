import { listingsSource } from '@domesday/loading/kinds/listings/source';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-rtdf',
  name: 'Listings of a Rightmove real-time data feed',
  ...listingsSource,
  docs: {
    page: 'data',
    what: "the same as messages of Rightmove's real-time data feed",
    layouts: 'SendPropertyDetails and RemoveProperty as JSON: one, a list, or one to a line',
    where: 'your own agency software',
    layout_seen: { specification: "Rightmove's JSON Schemas, transcribed" },
  },
  no_sandbox: 'The sandbox advertises by listings-blm, into the same table.',
} as const satisfies DatasetSource;
