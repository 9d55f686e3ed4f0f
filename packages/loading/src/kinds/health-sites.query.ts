import { publishRows, servedRows } from '../publish-rows.query.ts';
import type { DatasetModule } from '../types.ts';

/** Columns of the staging table of every register of health sites. */
export const HEALTH_TYPES = {
  dataset: 'text not null',
  id: 'text not null',
  kind: 'text not null',
  name: 'text not null',
  postcode: 'text',
  country: 'text not null',
  closes_on: 'date',
} as const;

/** Publishes a report. It holds all sites of its kinds, so served sites of those kinds that it lacks are deleted. */
export function publishHealthSites(dataset: 'nhs-ods' | 'nhs-scotland') {
  const remove = (staging: string) =>
    `t.dataset = '${dataset}' and t.kind in (select k.kind from ${staging} k)`;
  return {
    replacedRows: (staged) => servedRows(staged, 'health_sites', remove(staged.table)),
    publish: (staged) =>
      publishRows(staged, {
        table: 'health_sites',
        key: ['dataset', 'kind', 'id'],
        columns: Object.keys(HEALTH_TYPES),
        remove: remove(staged.table),
        shared: true,
      }),
  } satisfies Pick<DatasetModule, 'replacedRows' | 'publish'>;
}
