import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'noise-wales',
  name: 'Strategic noise mapping, Wales',
  publisher: 'Welsh Government',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Welsh Government, Strategic noise mapping, Wales. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'noise-wales',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'strategic noise',
    layouts: "as England's",
    where: 'datamap.gov.wales',
    layout_seen: {},
  },
  no_sandbox: 'The layout of noise, which the sandbox writes.',
} as const satisfies DatasetSource;
