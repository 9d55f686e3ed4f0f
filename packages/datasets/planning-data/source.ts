import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'planning-data',
  name: 'Planning Data',
  publisher: 'Ministry of Housing, Communities and Local Government, and the authorities that supply it',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Ministry of Housing, Communities and Local Government, and the authorities that supply it, Planning Data. Contains OS data © Crown copyright and database right.',
  cadence_days: 31,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'planning-data',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['designations'],
  docs: {
    page: 'data-areas',
    what: 'any dataset of planning.data.gov.uk, and the files of councils and national bodies',
    layouts: 'thirteen columns and those of the dataset, hyphens or underscores; any file with `kind`',
    where: 'planning.data.gov.uk; councils',
    real_file: "yes: flattened dataset, one entity, councils' files, eight layers around Bath",
  },
} as const satisfies DatasetSource;
