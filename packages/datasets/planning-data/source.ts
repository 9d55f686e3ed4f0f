import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'planning-data',
  name: 'Planning Data',
  publisher: 'Ministry of Housing, Communities and Local Government, and the authorities that supply it',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Ministry of Housing, Communities and Local Government, and the authorities that supply it, Planning Data. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 31,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'planning-data',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['designations'],
  download: {
    topic: 'planning',
    find: {
      by: 'address',
      addresses: [
        'https://files.planning.data.gov.uk/dataset/conservation-area.csv',
        'https://files.planning.data.gov.uk/dataset/article-4-direction-area.csv',
        'https://files.planning.data.gov.uk/dataset/listed-building.csv',
        'https://files.planning.data.gov.uk/dataset/listed-building-outline.csv',
        'https://files.planning.data.gov.uk/dataset/green-belt.csv',
        'https://files.planning.data.gov.uk/dataset/area-of-outstanding-natural-beauty.csv',
        'https://files.planning.data.gov.uk/dataset/ancient-woodland.csv',
        'https://files.planning.data.gov.uk/dataset/site-of-special-scientific-interest.csv',
        'https://files.planning.data.gov.uk/dataset/scheduled-monument.csv',
        'https://files.planning.data.gov.uk/dataset/world-heritage-site.csv',
        'https://files.planning.data.gov.uk/dataset/park-and-garden.csv',
        'https://files.planning.data.gov.uk/dataset/national-park.csv',
        'https://files.planning.data.gov.uk/dataset/tree-preservation-zone.csv',
      ],
      may_lack: true,
    },
    content: 'csv',
    bytes: null,
    rows: null,
    beside: 'other datasets of files.planning.data.gov.uk by name, and files of councils',
  },
  docs: {
    page: 'data-areas',
    what: 'any dataset of planning.data.gov.uk, and the files of councils and national bodies',
    layouts: 'thirteen columns and those of the dataset, hyphens or underscores; any file with `kind`',
    where: 'planning.data.gov.uk; councils',
    layout_seen: {
      real_file:
        "flattened dataset, one entity, councils' files of six formats, eight layers around Bath, Trafford, Southwark",
      specification: 'planning.data.gov.uk, fields of trees, conservation areas and Article 4 directions',
    },
  },
} as const satisfies DatasetSource;
