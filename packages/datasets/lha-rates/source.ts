import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'lha-rates',
  name: 'Local Housing Allowance rates',
  publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Local Housing Allowance rates.',
  cadence_days: 365,
  dated_by: 'records',
  delay_days: 0,
  served: {
    table: 'lha_rates',
    newest: 'make_date(t.year, 4, 1)',
    area: 't.brma_name',
    replaces: 'the same market areas, years and categories',
  },
  used_by: ['lha_rates'],
  download: {
    topic: 'rents',
    find: { by: 'operator', why: 'not_known' },
    content: null,
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'Local Housing Allowance rates by market area and category, Valuation Office Agency, Rent Officers Wales, Scottish Government',
    layouts:
      'csv, ods or xlsx with a row for each market area; year and nation from columns, titles or the name of the file',
    where: 'gov.uk, gov.wales and gov.scot, "Local Housing Allowance rates"',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
