import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'noise',
  name: 'Strategic noise mapping, England',
  publisher: 'Department for Environment, Food and Rural Affairs',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Department for Environment, Food and Rural Affairs, Strategic noise mapping, England. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas('noise', 'areas of the same kind that were loaded for the same place (`--covers`)'),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'strategic noise, Defra',
    layouts: '`noiseclass` of Lden; `road` or `rail` in the name or a column `layer`',
    where: 'environment.data.gov.uk',
    layout_seen: { real_file: 'railways around Bath 2012; columns of roads 2012, in a copy on a map server' },
  },
} as const satisfies DatasetSource;
