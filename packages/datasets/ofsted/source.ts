import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'ofsted',
  name: 'Inspections of state-funded schools, management information',
  publisher: 'Ofsted',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Ofsted management information.',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 45,
  served: {
    table: 'school_inspections',
    newest: 't.inspected_on',
    replaces: 'everything',
  },
  used_by: ['school_inspections'],
  download: {
    topic: 'places',
    find: {
      by: 'gov-uk',
      page: 'government/statistical-data-sets/monthly-management-information-ofsteds-school-inspections-outcomes',
      title: 'state-funded schools - latest inspections as at',
    },
    content: 'csv',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'inspections of state-funded schools in England, Ofsted, gov.uk "monthly management information"',
    layouts: 'latest inspections: report cards, graded (with `Latest OEIF` or without), ungraded',
    where: 'gov.uk, "monthly management information"',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
