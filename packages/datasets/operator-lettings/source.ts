import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'operator-lettings',
  name: 'Lettings supplied by the operator',
  publisher: 'The operator',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'As the operator holds it',
  attribution: 'Lettings as supplied by the operator of this service.',
  cadence_days: null,
  dated_by: 'records',
  delay_days: 0,
  served: {
    table: 'lettings',
    newest: 'greatest(t.advertised_on, t.let_on, t.started_on)',
    replaces: 'lettings with the same reference',
  },
  used_by: ['lettings'],
  download: byOperator('rents', 'own'),
  docs: {
    page: 'data',
    what: 'lettings that you have agreed or have on your books',
    layouts: 'any CSV, columns by their own names or through a mapping file',
    where: 'your own records',
    layout_seen: 'operator',
  },
} as const satisfies DatasetSource;
