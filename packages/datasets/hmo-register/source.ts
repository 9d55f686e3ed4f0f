import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'hmo-register',
  name: 'Registers of licensed houses in multiple occupation',
  publisher: 'Local authorities',
  countries: ['England', 'Wales', 'Scotland'],
  licence: `As each local authority states; most publish under the ${OGL}`,
  attribution: 'Contains public registers of local authorities.',
  cadence_days: 92,
  dated_by: 'records',
  delay_days: 31,
  served: {
    table: 'hmo_licences',
    newest: 'case when t.issued <= current_date then t.issued end',
    area: "t.authority_code || ' ' || t.register",
    replaces: 'the same register of the same authority',
  },
  used_by: ['licences'],
  download: byOperator('planning', 'each_council'),
  docs: {
    page: 'data-areas',
    what: 'licences of shared houses, councils',
    layouts: 'CSV, xlsx or ods through a mapping with `local_authority_code`; titles above the header',
    where: 'each council',
    layout_seen: { real_file: 'Oxford 2018, Sheffield 2024 and 2025' },
  },
} as const satisfies DatasetSource;
