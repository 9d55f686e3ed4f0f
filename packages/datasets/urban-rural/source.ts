import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'urban-rural',
  name: 'Urban and rural classes of small areas',
  publisher: 'Office for National Statistics; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Rural Urban Classification; Scottish Government Urban Rural Classification.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'area_figures',
    area: "t.topic || ' ' || left(t.area_code, 1)",
    replaces: 'the same topic of the same areas',
  },
  used_by: ['area_figures'],
  download: byOperator('people', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'classes of small areas, ONS and Scottish Government',
    layouts: 'RUC 2021 look-up; eight-fold classes by data zone',
    where: 'geoportal.statistics.gov.uk; gov.scot',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
