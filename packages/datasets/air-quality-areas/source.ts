import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'air-quality-areas',
  name: 'Air quality management areas',
  publisher: 'Department for Environment, Food and Rural Affairs',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Department for Environment, Food and Rural Affairs, Air quality management areas. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'air-quality-areas',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'air quality management areas, Defra',
    layouts: '`title`, `pollutants`, dates',
    where: 'uk-air.defra.gov.uk',
    layout_seen: {
      real_file: "a council's own layer; some columns of the publisher's, in copies on a map server",
    },
  },
} as const satisfies DatasetSource;
