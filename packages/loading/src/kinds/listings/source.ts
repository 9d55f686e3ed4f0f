import { byOperator } from '../../publishers/by-operator.ts';
import type { DatasetSource } from '../../types.ts';

/** The source facts that all feeds of listings share, whatever their format. */
export const listingsSource = {
  publisher: 'The operator',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'As the operator holds it',
  attribution: 'Listings as supplied by the operator of this service.',
  cadence_days: null,
  dated_by: 'records',
  delay_days: 0,
  served: {
    table: 'listings',
    newest: 'coalesce(t.updated_on, t.first_listed)',
    placed: 't.feed_latitude is not null',
    replaces: 'the same adverts; what a complete feed lacks is withdrawn, not deleted',
  },
  used_by: ['listings'],
  download: byOperator('listings', 'own'),
} as const satisfies Partial<DatasetSource>;
