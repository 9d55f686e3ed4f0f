/** A column of the migrated schema. */
export interface Column {
  table: string;
  column: string;
  /** Name of the PostgreSQL type: `int4`, `text`, `_float8` for an array. */
  type: string;
  nullable: boolean;
  /** Who may set its value: every insert must, an insert may, or only the database does. */
  filled: 'by_writer' | 'by_default' | 'always';
  /** Definitions of the checks on this column alone. */
  checks: string[];
}

interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** Columns of every table of the public schema in the order of table and place, without the migrator's own tables. */
export async function readSchema(db: Queryable): Promise<Column[]> {
  const { rows } = await db.query(`
    select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
      case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
           when a.atthasdef or a.attidentity = 'd' then 'by_default' else 'by_writer' end as filled,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and c.relname not like 'kysely_migration_lock'
    order by c.relname, a.attnum`);
  return rows as Column[];
}

const ONE_OF = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/;

/**
 * `'live' | 'test'` if a check lists the texts of the column; else the TypeScript type of its PostgreSQL type.
 */
export function valueType({ type, checks }: Column): string {
  for (const check of checks) {
    const list = ONE_OF.exec(check)?.[1];
    if (list && type === 'text')
      return [...list.matchAll(/'((?:[^']|'')*)'::text/g)]
        .map((match) => JSON.stringify(match[1]!.replaceAll("''", "'")))
        .join(' | ');
  }
  return `Value<'${type}'>`;
}

function propertyType(column: Column): string {
  const value = valueType(column) + (column.nullable ? ' | null' : '');
  if (column.filled === 'always') return `GeneratedAlways<${value}>`;
  return column.filled === 'by_default' ? `Generated<${value}>` : value;
}

function byTable(schema: Column[]): [string, Column[]][] {
  const tables = new Map<string, Column[]>();
  for (const column of schema) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return [...tables];
}

/** `sale_months` -> `SaleMonths` */
const typeName = (table: string): string =>
  table.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

/** The tables as Kysely types: one interface for each, and `Database` over all. */
export function tablesText(schema: Column[]): string {
  const tables = byTable(schema);
  const interfaces = tables.map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column}: ${propertyType(column)};\n`);
    return `\nexport interface ${typeName(table)} {\n${lines.join('')}}\n`;
  });
  const database = tables.map(([table]) => `  ${table}: ${typeName(table)};\n`);
  const kysely = ['Generated', 'GeneratedAlways'].filter((name) =>
    interfaces.some((text) => text.includes(`${name}<`)),
  );
  return `import type { ${kysely.join(', ')} } from 'kysely';
import type { Value } from '../src/value-types.ts';
${interfaces.join('')}
/** Every table of the migrated schema. */
export interface Database {
${database.join('')}}
`;
}

/** The same at run time: table -> column -> PostgreSQL type, with a question mark where the column may be null. */
export function columnsText(schema: Column[]): string {
  const tables = byTable(schema).map(([table, columns]) => {
    const lines = columns.map(
      ({ column, type, nullable }) => `    ${column}: '${type}${nullable ? '?' : ''}',\n`,
    );
    return `  ${table}: {\n${lines.join('')}  },\n`;
  });
  return `/** Columns of every table: their PostgreSQL type, with a question mark where they may be null. */
export const columns = {
${tables.join('')}} as const;
`;
}
