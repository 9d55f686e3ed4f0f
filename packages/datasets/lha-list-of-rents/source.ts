import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'lha-list-of-rents',
  name: 'List of rents behind Local Housing Allowance',
  publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Local Housing Allowance list of rents.',
  cadence_days: 365,
  dated_by: 'records',
  delay_days: 210,
  served: {
    table: 'lha_rents',
    newest: 'make_date(t.year, 9, 30)',
    area: 't.brma_name',
    replaces: 'the same market areas and years',
  },
  used_by: ['lha_rents'],
  download: byOperator('rents', 'not_known'),
  docs: {
    page: 'data',
    what: 'the rents behind those rates, same publishers',
    layouts: '`weekly_rent,year,brma,lha_category,region`, a row for each rent',
    where: 'gov.uk, "Local Housing Allowance list of rents"; gov.wales; gov.scot',
    layout_seen: { real_file: 'rents of 2019 and 2020, merged by a third party' },
  },
} as const satisfies DatasetSource;
