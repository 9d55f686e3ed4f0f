import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'census-2022',
  name: 'Scotland’s Census 2022',
  publisher: 'National Records of Scotland',
  countries: ['Scotland'],
  licence: OGL,
  attribution: 'Contains National Records of Scotland data licensed under the Open Government Licence v3.0.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'area_figures',
    area: "t.topic || ' ' || left(t.area_code, 1)",
    replaces: 'the same topic of the same areas',
  },
  used_by: ['area_figures'],
  download: byOperator('people', 'made'),
  docs: {
    page: 'data-location',
    what: 'Scotland, National Records of Scotland',
    layouts:
      'tables UV103, UV113, UV404, UV405, UV501 and UV606: CSV of the table builder, long or wide; bulk CSV of output areas, summed to data zones by `onspd`',
    where: 'scotlandscensus.gov.uk, table builder, or output area data',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
