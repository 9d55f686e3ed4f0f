import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'flood-risk-scotland',
  name: 'SEPA flood maps',
  publisher: 'Scottish Environment Protection Agency',
  countries: ['Scotland'],
  licence: 'SEPA data licence, to be checked by the operator before use',
  attribution:
    'Contains SEPA data © Scottish Environment Protection Agency and database right [year]. Contains OS data © Crown copyright and database right [year].',
  cadence_days: 365,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'flood-risk-scotland',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['risks'],
  download: byOperator('risks', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'SEPA flood maps',
    layouts: 'likelihood and source by column or name; check the licence',
    where: 'sepa.org.uk',
    terms: 'SEPA data licence; check it before use',
    layout_seen: { real_file: 'columns of 2018 and later, in copies of councils on a map server' },
  },
} as const satisfies DatasetSource;
