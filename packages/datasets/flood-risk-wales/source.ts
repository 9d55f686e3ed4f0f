import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'flood-risk-wales',
  name: 'Flood Risk Assessment Wales',
  publisher: 'Natural Resources Wales',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Natural Resources Wales, Flood Risk Assessment Wales. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 183,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'flood-risk-wales',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'Flood Risk Assessment Wales',
    layouts: '`risk`, source by column or name',
    where: 'datamap.gov.wales',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
