import { publishRows, servedRows } from '../publish-rows.query.ts';
import type { DatasetModule } from '../types.ts';

export const HEALTH_STAGING = [
  { name: 'dataset', type: 'text not null' },
  { name: 'id', type: 'text not null' },
  { name: 'kind', type: 'text not null' },
  { name: 'name', type: 'text not null' },
  { name: 'postcode', type: 'text' },
  { name: 'country', type: 'text not null' },
];

/** A report holds all of its kind, so those of the kinds in it that it lacks are no more. */
export function publishHealthSites(dataset: 'nhs-ods' | 'nhs-scotland') {
  const remove = (staging: string) =>
    `t.dataset = '${dataset}' and t.kind in (select k.kind from ${staging} k)`;
  return {
    replacedRows: (staged) => servedRows(staged, 'health_sites', remove(staged.table)),
    publish: (staged) =>
      publishRows(staged, {
        table: 'health_sites',
        key: ['dataset', 'kind', 'id'],
        columns: HEALTH_STAGING.map((c) => c.name),
        remove: remove(staged.table),
      }),
  } satisfies Pick<DatasetModule, 'replacedRows' | 'publish'>;
}
