import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'code-point-open',
  name: 'Code-Point Open',
  publisher: 'Ordnance Survey',
  countries: ['England', 'Wales', 'Scotland'],
  licence: `${OGL} (editions before 2015: OS OpenData Licence)`,
  attribution:
    'Contains OS data © Crown copyright and database right [year]. Contains Royal Mail data © Royal Mail copyright and database right [year]. Contains National Statistics data © Crown copyright and database right [year].',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'code_point_postcodes',
    placed: 't.easting is not null',
    area: "substring(t.postcode from '^[A-Z]+')",
    replaces: 'the postcode areas in it',
  },
  used_by: ['postcodes'],
  download: {
    topic: 'addresses',
    find: { by: 'os-downloads', product: 'CodePointOpen', format: 'CSV' },
    content: 'zip',
    bytes: null,
    rows: 1_700_000,
  },
  docs: {
    page: 'data',
    what: 'a point per postcode in Great Britain, Ordnance Survey',
    layouts: 'one file per postcode area, ten columns without a header, as folder, zip or tar',
    where: 'osdatahub.os.uk, OpenData downloads',
    terms: 'OGL v3 (before 2015: OS OpenData Licence)',
    layout_seen: { real_file: 'Great Britain, August 2014, whole' },
  },
} as const satisfies DatasetSource;
