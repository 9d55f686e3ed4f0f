import { expect, it } from 'vitest';
import { sqlUse } from './sql-rules.ts';

it('reports raw SQL, load-table helpers outside loads, and statements that may lock more rows than their limit', () => {
  const sources = [
    { path: 'apps/api/src/a.ts', text: "await db.query<Row>('select 1'); await pool.query(text)" },
    { path: 'apps/api/src/b.ts', text: 'await readWorking(db, ROW, text)' },
    {
      path: 'packages/datasets/c/index.ts',
      text: 'await writeWorking(db, text); await readWorkingRow(db, ROW, text)',
    },
    { path: 'packages/db/src/send.ts', text: 'db.query(config)' },
    {
      path: 'apps/api/src/d.query.ts',
      text: 'sql`delete from a where id in (\n select id from a where b = any ($1) limit $2 for update skip locked)`',
    },
    {
      path: 'apps/api/src/e.query.ts',
      text: 'sql`delete from a where id = any (array(select id from a limit $1 for update skip locked))`',
    },
  ];
  expect(sqlUse(sources)).toEqual({
    problems: [
      'apps/api/src/a.ts sends 2 SQL texts by .query: make each a statement of @domesday/db',
      'apps/api/src/b.ts uses what is for the tables of a load: make it a statement of @domesday/db',
      'apps/api/src/d.query.ts chooses rows to lock within in (…): write = any (array(…)), which is chosen once',
    ],
    working: 3,
  });
});
