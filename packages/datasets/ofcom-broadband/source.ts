import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'ofcom-broadband',
  name: 'Connected Nations, fixed broadband by postcode',
  publisher: 'Ofcom',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Connected Nations, Ofcom.',
  cadence_days: 365,
  dated_by: 'release',
  delay_days: 180,
  served: {
    table: 'broadband_postcodes',
    replaces: 'the figures that it has of the same postcodes',
  },
  used_by: ['broadband_postcodes'],
  download: byOperator('places', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'fixed broadband by postcode, Ofcom Connected Nations',
    layouts:
      'coverage and performance files of all premises, not of residential ones alone; short names of 2016',
    where: 'ofcom.org.uk, "Connected Nations"',
    layout_seen: { specification: "Ofcom's dictionary of 2016" },
  },
} as const satisfies DatasetSource;
