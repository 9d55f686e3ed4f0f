import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'census-2021',
  name: 'Census 2021, topic summaries',
  publisher: 'Office for National Statistics',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'area_figures',
    area: "t.topic || ' ' || left(t.area_code, 1)",
    replaces: 'the same topic of the same areas',
  },
  used_by: ['area_figures'],
  download: {
    topic: 'people',
    find: {
      by: 'address',
      addresses: [
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts003.zip',
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts007a.zip',
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts045.zip',
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts054.zip',
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts063.zip',
        'https://www.nomisweb.co.uk/output/census/2021/census2021-ts067.zip',
      ],
      final: true,
    },
    content: 'zip',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'England and Wales, ONS, nomisweb.co.uk bulk',
    layouts: 'TS003, TS007 or TS007A, TS045, TS054, TS063, TS067, any level',
    where: 'nomisweb.co.uk, bulk downloads',
    layout_seen: { real_file: 'TS007 of nations, regions and authorities' },
  },
} as const satisfies DatasetSource;
