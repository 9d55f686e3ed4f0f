import { publishRows, servedRows } from '../../publish-rows.query.ts';
import type { DatasetModule, Staged } from '../../types.ts';

/** Columns of the staging table of every school register, and the served columns by the same names. */
export const SCHOOL_TYPES = {
  id_scheme: 'text not null',
  id: 'text not null',
  name: 'text not null',
  country: 'text not null',
  phase: 'text not null',
  sector: 'text not null',
  type: 'text not null',
  gender: 'text',
  age_from: 'smallint',
  age_to: 'smallint',
  pupils: 'integer',
  capacity: 'integer',
  postcode: 'text',
  easting: 'double precision',
  northing: 'double precision',
} as const;

export type SchoolScheme = 'urn' | 'seed' | 'wales';

/** Publishes a register. It is a complete list, so served schools of its scheme that it lacks are deleted. */
export function publishSchools(scheme: SchoolScheme, gathered?: (staging: string) => string) {
  const remove = `t.id_scheme = '${scheme}'`;
  return {
    replacedRows: (staged) => servedRows(staged, 'schools', remove),
    keepsSome: {
      of: async (staged) =>
        (await servedRows(staged, 'schools', `${remove} and t.id in (select s.id from ${staged.table} s)`)) >
        0,
      otherwise:
        'A register is loaded whole: if its publisher has a file for each kind of school, load them together.',
    },
    publish: (staged: Staged) =>
      publishRows(staged, {
        table: 'schools',
        key: ['id_scheme', 'id'],
        columns: Object.keys(SCHOOL_TYPES),
        remove,
        shared: true,
        gathered,
      }),
  } satisfies Partial<DatasetModule>;
}
