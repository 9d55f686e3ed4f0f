import { expect, it } from 'vitest';
import { type Column, columnsText, tablesText } from './lib/schema.ts';

const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  table: 'sale_months',
  column: name,
  type,
  nullable: false,
  filled: 'by_writer',
  checks: [],
  ...more,
});
const SCHEMA = [
  column('id', 'int8', { filled: 'always' }),
  column('mode', 'text', {
    nullable: true,
    checks: ["CHECK ((mode = ANY (ARRAY['live'::text, 'tenant''s'::text])))"],
  }),
  column('n', 'int4', { filled: 'by_default', checks: ['CHECK ((n >= 0))'] }),
];

it('types a column by its PostgreSQL type, the values of its check constraint, its nullability and its default', () => {
  const text = tablesText(SCHEMA);
  expect(text).toContain("import type { Generated, GeneratedAlways } from 'kysely';");
  expect(text).toContain(`export interface SaleMonths {
  id: GeneratedAlways<Value<'int8'>>;
  mode: "live" | "tenant's" | null;
  n: Generated<Value<'int4'>>;
}`);
  expect(text).toContain('export interface Database {\n  sale_months: SaleMonths;\n}');
});

it('describes the same columns at run time', () => {
  expect(columnsText(SCHEMA)).toContain(`  sale_months: {
    id: 'int8',
    mode: 'text?',
    n: 'int4',
  },`);
});
