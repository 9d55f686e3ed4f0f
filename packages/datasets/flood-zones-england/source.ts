import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'flood-zones-england',
  name: 'Flood Map for Planning: flood zones 2 and 3',
  publisher: 'Environment Agency',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Environment Agency, Flood Map for Planning: flood zones 2 and 3. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'flood-zones-england',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['designations'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'flood zones 2 and 3, Environment Agency',
    layouts: '`flood_zone` FZ2, FZ3; older layers by name; without the zones in a future climate',
    where: 'environment.data.gov.uk',
    layout_seen: { real_file: 'columns and values of 2025, in a copy on a map server' },
  },
} as const satisfies DatasetSource;
