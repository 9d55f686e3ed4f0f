import { publishRows, servedRows } from '../../publish-rows.query.ts';
import type { DatasetModule, Staged, StagingColumn } from '../../types.ts';

/** Staging of every school register, and the served columns by the same names. */
export const SCHOOL_STAGING: StagingColumn[] = [
  { name: 'id_scheme', type: 'text not null' },
  { name: 'id', type: 'text not null' },
  { name: 'name', type: 'text not null' },
  { name: 'country', type: 'text not null' },
  { name: 'phase', type: 'text not null' },
  { name: 'sector', type: 'text not null' },
  { name: 'type', type: 'text not null' },
  { name: 'gender', type: 'text' },
  { name: 'age_from', type: 'smallint' },
  { name: 'age_to', type: 'smallint' },
  { name: 'pupils', type: 'integer' },
  { name: 'capacity', type: 'integer' },
  { name: 'postcode', type: 'text' },
  { name: 'easting', type: 'double precision' },
  { name: 'northing', type: 'double precision' },
];

export type SchoolScheme = 'urn' | 'seed' | 'wales';

/** A register is published whole, so the schools of its scheme that it lacks are no more. */
export function publishSchools(scheme: SchoolScheme, gathered?: (staging: string) => string) {
  const remove = `t.id_scheme = '${scheme}'`;
  return {
    replacedRows: (staged) => servedRows(staged, 'schools', remove),
    publish: (staged: Staged) =>
      publishRows(staged, {
        table: 'schools',
        key: ['id_scheme', 'id'],
        columns: SCHOOL_STAGING.map((column) => column.name),
        remove,
        gathered,
      }),
  } satisfies Partial<DatasetModule>;
}
