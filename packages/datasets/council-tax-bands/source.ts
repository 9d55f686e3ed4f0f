import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'council-tax-bands',
  name: 'Dwellings by council tax band',
  publisher: 'Valuation Office Agency; National Records of Scotland',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Council Tax stock of properties; dwellings by council tax band.',
  cadence_days: 365,
  dated_by: 'release',
  delay_days: 120,
  served: {
    table: 'area_figures',
    area: "t.topic || ' ' || left(t.area_code, 1)",
    replaces: 'the same topic of the same areas',
  },
  used_by: ['area_figures'],
  download: byOperator('people', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'dwellings by band, Valuation Office Agency (`CTSOP1.1`) and National Records of Scotland',
    layouts: 'wide, and long by data zone',
    where: 'gov.uk, "Council Tax: stock of properties"; statistics.gov.scot',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
