import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'flood-zones-wales',
  name: 'Flood Map for Planning Wales: flood zones 2 and 3',
  publisher: 'Natural Resources Wales',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Natural Resources Wales, Flood Map for Planning Wales: flood zones 2 and 3. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 183,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'flood-zones-wales',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['designations'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'flood zones 2 and 3, Natural Resources Wales',
    layouts: 'zone in a column or the name',
    where: 'datamap.gov.wales',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
