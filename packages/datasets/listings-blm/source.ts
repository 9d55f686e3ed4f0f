import { listingsSource } from '@domesday/loading/kinds/listings/source';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'listings-blm',
  name: 'Listings in the portals’ text format (BLM)',
  ...listingsSource,
  docs: {
    page: 'data',
    what: "what an agent advertises, in the portals' text format",
    layouts:
      "versions 3 and 3i (homes abroad are set aside, rents per person, and prices on application), delimiters from the file's own header; an upload is all of its branch for sale or to let, and what it lacks is withdrawn",
    where: 'your own agency software',
    layout_seen: { real_file: 'version 3 of homes for sale' },
  },
} as const satisfies DatasetSource;
