import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'coal-mining',
  name: 'Coal mining data',
  publisher: 'Mining Remediation Authority',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Mining Remediation Authority, Coal mining data. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'coal-mining',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'Mining Remediation Authority',
    layouts: 'layers by name; without outcrops, resources, licences and deep workings',
    where: 'datamine-cauk.hub.arcgis.com',
    layout_seen: {
      specification: "Mining Remediation Authority's list of its layers, 2025, which names no columns",
    },
  },
} as const satisfies DatasetSource;
