import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'historic-landfill-wales',
  name: 'Historic landfill sites in Wales',
  publisher: 'Natural Resources Wales',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Natural Resources Wales, Historic landfill sites in Wales. Contains OS data © Crown copyright and database right.',
  cadence_days: null,
  used_by: ['risks'],
  docs: {
    page: 'data-areas',
    what: 'buried waste',
    layouts: '`hld_ref`, `site_name`',
    where: 'datamap.gov.wales',
    real_file: 'no',
  },
} as const satisfies DatasetSource;
