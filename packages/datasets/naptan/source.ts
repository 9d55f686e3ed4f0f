import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'naptan',
  name: 'National Public Transport Access Nodes',
  publisher: 'Department for Transport',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: NaPTAN, Department for Transport.',
  cadence_days: 31,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'transport_stops',
    area: 't.area',
    country: "case left(t.area, 1) when '5' then 'Wales' when '6' then 'Scotland' else 'England' end",
    replaces: 'the areas of stops in it',
  },
  least_rows: { England: 200_000, Wales: 15_000, Scotland: 30_000 },
  used_by: ['transport_stops'],
  download: {
    topic: 'places',
    find: { by: 'address', addresses: ['https://naptan.api.dft.gov.uk/v1/access-nodes?dataFormat=csv'] },
    content: 'csv',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'stops and stations of Great Britain, Department for Transport',
    layouts: '`Stops.csv`, national or by area',
    where: 'naptan.api.dft.gov.uk',
    layout_seen: { real_file: '21 stops of Bristol' },
  },
} as const satisfies DatasetSource;
