import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'coal-mining',
  name: 'Coal mining data',
  publisher: 'Mining Remediation Authority',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: © Mining Remediation Authority, Coal mining data. Contains OS data © Crown copyright and database right.',
  cadence_days: 92,
  used_by: ['risks'],
  docs: {
    page: 'data-areas',
    what: 'Mining Remediation Authority',
    layouts: 'layers by name',
    where: 'datamine-cauk.hub.arcgis.com',
    real_file: 'no',
  },
} as const satisfies DatasetSource;
