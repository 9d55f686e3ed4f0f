import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'radon',
  name: 'Indicative atlas of radon, 1 km grid',
  publisher: 'UK Health Security Agency and British Geological Survey',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains British Geological Survey materials © UKRI and UKHSA copyright [year]. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas('radon', 'areas of the same kind that were loaded for the same place (`--covers`)'),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'indicative atlas, 1 km squares',
    layouts: '`TILE`, `CLASS_MAX` 1 to 6',
    where: 'bgs.ac.uk',
    layout_seen: { real_file: 'columns of version 3, in a copy on a map server' },
  },
} as const satisfies DatasetSource;
