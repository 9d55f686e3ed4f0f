import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'historic-landfill',
  name: 'Historic landfill sites',
  publisher: 'Environment Agency',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Environment Agency, Historic landfill sites. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'historic-landfill',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'buried waste',
    layouts: '`hld_ref`, `site_name`',
    where: 'environment.data.gov.uk',
    layout_seen: { real_file: 'some columns, in a copy on a map server' },
  },
} as const satisfies DatasetSource;
