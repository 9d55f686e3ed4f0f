import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'onspd',
  name: 'ONS Postcode Directory',
  publisher: 'Office for National Statistics',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains OS data © Crown copyright and database right [year]. Contains Royal Mail data © Royal Mail copyright and database right [year]. Contains National Statistics data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'onspd_postcodes',
    placed: 't.easting is not null',
    area: "substring(t.postcode from '^[A-Z]+')",
    replaces: 'the postcode areas in it',
  },
  used_by: ['postcodes'],
  download: {
    topic: 'addresses',
    find: {
      by: 'arcgis-item',
      owner: 'ONSGeography_data',
      title: 'ONS Postcode Directory',
      matches: '^ONS Postcode Directory \\(([A-Z][a-z]+ \\d{4})\\)',
      type: 'CSV Collection',
    },
    content: 'zip',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'postcodes with their areas, live and terminated, ONS',
    layouts:
      'by column name: to 2024 (`oslaua`, `oseast1m` …), with years (`lad25cd`, `east1m` …), and the titles of the portal’s own export',
    where: 'geoportal.statistics.gov.uk, "ONS Postcode Directory"',
    layout_seen: { real_file: 'four rows of the layout to 2024' },
  },
} as const satisfies DatasetSource;
