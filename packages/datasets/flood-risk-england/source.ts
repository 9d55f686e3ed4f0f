import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'flood-risk-england',
  name: 'Risk of flooding from rivers, sea and surface water',
  publisher: 'Environment Agency',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Environment Agency, Risk of flooding from rivers, sea and surface water. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'flood-risk-england',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'rivers and sea, surface water, Environment Agency',
    layouts:
      '`rofrs_4band`, `rofsw_4band` with `risk_band` or `prob_4band`; without depths, hazards and climates',
    where: 'environment.data.gov.uk',
    layout_seen: {
      real_file: 'columns of 2025, in a copy on a map server',
      specification: "Environment Agency's record of the layers of surface water, 2025",
    },
  },
} as const satisfies DatasetSource;
