import { expect, it } from 'vitest';
import { sqlUse } from './sql-rules.ts';

it('finds SQL that is sent as it stands, and SQL for the tables of a load where there are none', () => {
  const sources = [
    { path: 'apps/api/src/a.ts', text: "await db.query<Row>('select 1'); await pool.query(text)" },
    { path: 'apps/api/src/b.ts', text: 'await readWorking(db, ROW, text)' },
    {
      path: 'packages/datasets/c/index.ts',
      text: 'await writeWorking(db, text); await readWorkingRow(db, ROW, text)',
    },
    { path: 'packages/db/src/send.ts', text: 'db.query(config)' },
  ];
  expect(sqlUse(sources)).toEqual({
    problems: [
      'apps/api/src/a.ts sends 2 SQL texts by .query: make each a statement of @domesday/db',
      'apps/api/src/b.ts uses what is for the tables of a load: make it a statement of @domesday/db',
    ],
    working: 3,
  });
});
