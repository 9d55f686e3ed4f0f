import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFormat } from './formats.ts';
import { parquetKinds } from './parquet.ts';
import { type Kind, schemaOf } from './parquet-columns.ts';
import { PARSERS } from './parquet-exact.ts';
import { type ColumnSource, parquetPieces } from './parquet-stream.ts';
import { readTable, tableColumns } from './read.ts';
import { openTable } from './write.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-kept-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function valuesOf(path: string, format: TableFormat): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const portion of readTable(path, format)) rows.push(...portion.map(({ values }) => values));
  return rows;
}

/** Writes a Parquet file from columns of stored values. */
async function parquetOf(path: string, columns: Record<string, { kind: Kind; data: unknown[] }>) {
  const each = Object.entries(columns);
  const schema = [
    { name: 'root', num_children: each.length },
    ...each.map(([name, { kind }]) => schemaOf(name, kind)),
  ];
  const group: ColumnSource[] = each.map(([name, { data }]) => ({ name, data }));
  async function* groups() {
    yield group;
  }
  await writeFile(path, parquetPieces(schema, groups()));
}

/** Writes rows as a table in a format. Returns its path and the rows read from it. */
async function again(format: TableFormat, columns: string[], rows: object[], kinds = {}) {
  const path = join(folder, `again.${format}`);
  const table = await openTable(path, format, columns, null, kinds);
  await table.append(rows);
  await table.finish();
  return { path, rows: await valuesOf(path, format) };
}

/**
 * One row as another program (pyarrow) writes it, packed with LZ4: a text, a column of nulls, whose dictionary is a
 * page of no bytes, and a map whose keys are decimals stored as bytes. Made up for this test.
 */
const OF_ANOTHER_WRITER = [
  'UEFSMRUEFQ4VEEwVAhUAEgAAcAMAAABvbmUVABUSFRQsFQIVEBUGFQYcAAAAkAIAAAACAQECABUEFQAVAkwVABUAEgAAABUAFQ4V',
  'ECwVAhUQFQYVBhwAAABwAgAAAAIAABUEFSwVIkwVBBUAEgAAFQABAMBz/////////////zgVABUeFSIsFQQVEBUGFQYcAAAA8AAC',
  'AAAAAwICAAAABAIBAwIVBBUIFQpMFQIVABIAAEABAAAAFQAVIBUkLBUEFRAVBhUGHAAAAPABAgAAAAMCAwAAAAMLAAECABUEGXw1',
  'ABgGc2NoZW1hFQYAFQwlAhgBYSUATBwAAAAVAiUCGAFuADUCGAFtFQIVAkwsAAAANQQYCWtleV92YWx1ZRUEABUOFRYVABgDa2V5',
  'JQoVBBUyLFwVBBUyAAAAFQIlAhgFdmFsdWUAFgIZHBlMJgAcFQwZNQAGEBkYAWEVDhYCFmIWZiY0JggpLBUEFQAVAgAVABUQFQIA',
  'PBYGGQYZJgACAAAAJgAcFQIZNQAGEBkYAW4VDhYCFlAWVCaMASZuKSwVBBUAFQIAFQAVEBUCADwpBhkmAgAAAAAmABwVDhk1AAYQ',
  'GTgBbQlrZXlfdmFsdWUDa2V5FQ4WBBaMARaGASaAAibCASksFQQVABUCABUAFRAVAgA8KSYCAhk2AAAEAAAAJgAcFQIZNQAGEBk4',
  'AW0Ja2V5X3ZhbHVlBXZhbHVlFQ4WBBZqFnAm7gImyAIpLBUEFQAVAgAVABUQFQIAPCkmAgIZRgAAAgIAAAAWqAMWAiYIFrADACgg',
  'cGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNS4wLjEZTBwAABwAABwAABwAAACrAQAAUEFSMQ==',
].join('');

describe('the values of a table are unchanged', () => {
  it.each([
    ['a number that has as many digits as an identifier', { a: 1.7014118346046923e38 }],
    ['a text longer than a line of a table may be', { a: 'x'.repeat(9 * 1024 * 1024) }],
  ])('in Parquet, even %s', async (_, row) => {
    expect((await again('parquet', ['a'], [row, { a: null }])).rows).toEqual([row, { a: null }]);
  });

  it('in Parquet with an empty page compressed with LZ4 and a map with decimal keys', async () => {
    const path = join(folder, 'other.parquet');
    await writeFile(path, Buffer.from(OF_ANOTHER_WRITER, 'base64'));
    expect(await valuesOf(path, 'parquet')).toEqual([{ a: 'one', n: null, m: { '1.15': 1, '-2': null } }]);
  });

  it('with their type in Parquet with unsigned whole numbers and UUIDs', async () => {
    const path = join(folder, 'kinds.parquet');
    const uuid = '00000000-0000-4000-8000-00000000000a';
    await parquetOf(path, {
      count: { kind: 'UINT64', data: [2n ** 64n - 1n, 5n, null] },
      id: {
        kind: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
        data: [uuid, null, uuid],
      },
    });
    const rows = await valuesOf(path, 'parquet');
    expect(rows[0]).toEqual({ count: String(2n ** 64n - 1n), id: uuid });
    const kinds = await parquetKinds(path);
    const copy = await again('parquet', ['count', 'id'], rows, kinds);
    expect(copy.rows).toEqual(rows);
    expect(await parquetKinds(copy.path)).toEqual(kinds);
    expect(Object.values(kinds)).not.toContain(null);
  });

  it('as hexadecimal if bytes in Parquet are no text, and with all digits in JSON', async () => {
    const path = join(folder, 'bytes.parquet');
    const data = [Buffer.from([0xff, 0]), Buffer.from('Tŷ')];
    await parquetOf(path, { raw: { kind: { type: 'BYTE_ARRAY' }, data } });
    expect(await valuesOf(path, 'parquet')).toEqual([{ raw: 'ff00' }, { raw: 'Tŷ' }]);
    const read = (json: string) => PARSERS.jsonFromBytes!(Buffer.from(json));
    expect(['{"id":12345678901234567890}', '{"id":1.5}', '{'].map(read)).toEqual([
      { id: '12345678901234567890' },
      { id: 1.5 },
      '{',
    ]);
  });

  it.each(['csv', 'tsv', 'ndjson', 'parquet'] as const)(
    'as %s, in columns with the names of inherited object members',
    async (format) => {
      const names = ['constructor', '__proto__', 'toString', 'a'];
      const path = join(folder, 'names.csv');
      await writeFile(path, `${names.join(',')}\nQuaxley Homes,p,t,1\n`);
      const [full] = await valuesOf(path, 'csv');
      expect(Object.entries(full!)).toEqual(
        names.map((name, i) => [name, ['Quaxley Homes', 'p', 't', '1'][i]]),
      );
      const { rows } = await again(format, names, [full!, { a: '2' }]);
      const text = (row: object) =>
        names.map((name) => (Object.hasOwn(row, name) ? Object(row)[name] : null) || null);
      expect(rows.map(text)).toEqual([
        ['Quaxley Homes', 'p', 't', '1'],
        [null, null, null, '2'],
      ]);
    },
  );

  it('for every member of an NDJSON object, even if only a late row has it', async () => {
    const path = join(folder, 'late.ndjson');
    await writeFile(path, '{"a":1}\n[]\n{"b":2}\n{"a":3,"c":4}');
    expect(await tableColumns(path, 'ndjson')).toEqual(['a', 'b', 'c']);
  });
});
