import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'coastal-erosion',
  name: 'National coastal erosion risk mapping',
  publisher: 'Environment Agency',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Environment Agency, National coastal erosion risk mapping. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'coastal-erosion',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'NCERM, Environment Agency',
    layouts: 'zones by epoch; layers of 2024 by scenario, `NCERM_SMP_2055_70CC`',
    where: 'environment.data.gov.uk',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
