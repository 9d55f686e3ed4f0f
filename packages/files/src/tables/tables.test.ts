import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TableFormat, tableFormat } from './formats.ts';
import { parquetKinds } from './parquet.ts';
import { type Declared, schemaOf, stored } from './parquet-columns.ts';
import { parquetPieces, type SchemaElement } from './parquet-stream.ts';
import { readTable, type TableRow, tableColumns } from './read.ts';
import { openTable } from './write.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-tables-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS = [
  { id: 1, name: 'plain', share: 0.5, big: 99_999_999_999, flag: true, gone: null },
  { id: 2, name: 'a "quote", a comma\nand a line', share: 2, big: null, flag: false, gone: null },
  { id: 3, name: 'Tŷ Hên', share: null, big: 7, flag: null, gone: null },
];

/** A decimal with this precision and scale, as a file declares it. */
const decimal = (stored: Declared, precision: number, scale: number): Declared => ({
  ...stored,
  ...{ converted_type: 'DECIMAL', precision, scale },
});

async function rowsOf(path: string, format: TableFormat): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const portion of readTable(path, format)) rows.push(...portion);
  return rows;
}

describe('a table', () => {
  for (const format of ['csv', 'tsv', 'ndjson', 'parquet'] as const) {
    it(`as ${format} has the rows that were written, and continues after an interruption`, async () => {
      const path = join(folder, `whole.${format}`);
      const first = await openTable(path, format, Object.keys(ROWS[0]!));
      const written = structuredClone(await first.append(ROWS.slice(0, 1)));
      // Rows after the recorded state are overwritten, so they do not appear twice.
      await first.append(ROWS.slice(1, 2));
      await first.close();
      const second = await openTable(path, format, [], written);
      await second.append(ROWS.slice(1));
      await second.finish();
      const rows = (await rowsOf(path, format)).map(({ values }) => values);
      const asText = format === 'csv' || format === 'tsv';
      const text = (value: unknown) => (value === null ? '' : String(value));
      expect(rows).toEqual(
        asText
          ? ROWS.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, text(v)])))
          : ROWS,
      );
      expect(await tableColumns(path, format)).toEqual(Object.keys(ROWS[0]!));
      expect(tableFormat(path)).toBe(format);
    });
  }

  it('as CSV escapes formulas in the added columns, and leaves the cells of its own rows unchanged', async () => {
    const path = join(folder, 'formulas.csv');
    const table = await openTable(path, 'csv', ['own', 'found', 'number']);
    const formulas = ['=HYPERLINK("http://a")', '+1', '-1', '@a', '\t=1', '\0=1', '\uFF1D1', '1=1'];
    await table.append(
      formulas.map((own) => ({ own })),
      formulas.map((found) => ({ found, number: -1 })),
    );
    await table.finish();
    const rows = (await rowsOf(path, 'csv')).map(({ values }) => values);
    expect(rows.map(({ own }) => own)).toEqual(formulas);
    expect(rows.map(({ found }) => found)).toEqual(formulas.map((one, i) => (i < 7 ? `'${one}` : one)));
    expect(rows.map(({ number }) => number)).toEqual(formulas.map(() => '-1'));
  });

  it('as Parquet has the narrowest type that fits every value', async () => {
    const file = await asyncBufferFromFile(join(folder, 'whole.parquet'));
    const [row] = await parquetReadObjects({ file });
    expect(row).toEqual({ id: 1n, name: 'plain', share: 0.5, big: 99_999_999_999n, flag: true, gone: null });
  });

  it('as Parquet gives the same days as were written', async () => {
    const path = join(folder, 'days.parquet');
    const schema = [{ name: 'root', num_children: 1 }, schemaOf('day', 'DATE')];
    const days = ['1899-12-31', '2026-01-31', null];
    const groups = (async function* () {
      yield [{ name: 'day', data: days.map((day) => stored(day, 'DATE')) }];
    })();
    await writeFile(path, parquetPieces(schema, groups));
    expect((await rowsOf(path, 'parquet')).map(({ values }) => values.day)).toEqual(days);
  });

  it('as Parquet is read to the last digit, and is written again with the same columns and values', async () => {
    const [path, again] = [join(folder, 'exact.parquet'), join(folder, 'again.parquet')];
    const local = { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'NANOS' } as const;
    const bytes = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16 } as const;
    const declared: Record<string, [Declared, unknown[], unknown[]]> = {
      price: [decimal({ type: 'INT32' }, 9, 2), [115n, -7n, null], [1.15, -0.07, null]],
      loan: [
        decimal({ type: 'INT64' }, 18, 0),
        [123456789012345678n, 5n, null],
        ['123456789012345678', 5, null],
      ],
      long: [decimal(bytes, 38, 3), [-(10n ** 30n), 1n, null], [`-1${'0'.repeat(27)}.000`, 0.001, null]],
      loose: [decimal({ type: 'BYTE_ARRAY' }, 38, 3), [1005n, -1n, null], [1.005, -0.001, null]],
      at: [
        { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
        [1_767_225_600_123_456n, -1n, 2n ** 63n - 1n],
        ['2026-01-01T00:00:00.123456Z', '1969-12-31T23:59:59.999999Z', String(2n ** 63n - 1n)],
      ],
      here: [
        { type: 'INT64', logical_type: local },
        [10n ** 9n, 1n, null],
        ['1970-01-01T00:00:01.000', '1970-01-01T00:00:00.000000001', null],
      ],
      opens: [
        { type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } },
        [36_672_123_456n, 0n, 86_400_000_000n],
        ['10:11:12.123456', '00:00:00.000', '86400000000'],
      ],
      shuts: [
        { type: 'INT32', converted_type: 'TIME_MILLIS' },
        [86_399_999, 0, null],
        ['23:59:59.999Z', '00:00:00.000Z', null],
      ],
      share: [{ type: 'FLOAT' }, [1, 0.5, null], [1, 0.5, null]],
      ratio: [{ type: 'DOUBLE' }, [Number.NaN, -Infinity, 0.5], ['NaN', '-Infinity', 0.5]],
      ends: [
        { type: 'INT32', converted_type: 'DATE' },
        [2 ** 31 - 1, 0, null],
        [String(2 ** 31 - 1), '1970-01-01', null],
      ],
      word: [
        { type: 'BYTE_ARRAY' },
        ['Tŷ', '', null].map((word) => word && Buffer.from(word)),
        ['Tŷ', '', null],
      ],
    };
    const nested: SchemaElement[] = [
      { name: 'parts', repetition_type: 'OPTIONAL', num_children: 4 },
      { name: 'id', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
      { name: 'costs', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { ...schemaOf('element', decimal({ type: 'INT32' }, 9, 2)) },
      { ...schemaOf('at', { type: 'INT64', logical_type: local }) },
    ];
    const names = [...Object.keys(declared), 'parts'];
    const schema = [
      { name: 'root', num_children: names.length },
      ...Object.entries(declared).map(([name, [kind]]) => schemaOf(name, kind)),
      ...nested,
    ];
    const parts = [
      { id: 2n ** 60n, day: new Date('2026-01-31'), costs: [115n, null], at: 10n ** 9n },
      { id: 1n, day: null, costs: null, at: null },
      null,
    ];
    const groups = (async function* () {
      yield [
        ...Object.entries(declared).map(([name, [, data]]) => ({ name, data })),
        { name: 'parts', data: parts },
      ];
    })();
    await writeFile(path, parquetPieces(schema, groups));
    const read = (await rowsOf(path, 'parquet')).map(({ values }) => values);
    expect(read).toEqual(
      [0, 1, 2].map((i) => ({
        ...Object.fromEntries(Object.entries(declared).map(([name, [, , values]]) => [name, values[i]])),
        parts: [
          {
            ...{ id: String(2n ** 60n), day: '2026-01-31' },
            ...{ costs: [1.15, null], at: '1970-01-01T00:00:01.000' },
          },
          { id: 1, day: null, costs: null, at: null },
          null,
        ][i],
      })),
    );
    const table = await openTable(again, 'parquet', names, null, await parquetKinds(path));
    await table.append(read);
    await table.finish();
    const { parts: _, ...kinds } = await parquetKinds(path);
    expect(await parquetKinds(again)).toEqual({ ...kinds, word: 'UTF8', parts: 'UTF8' });
    const written = (await rowsOf(again, 'parquet')).map(({ values }) => values);
    expect(written).toEqual(read.map((row) => ({ ...row, parts: row.parts && JSON.stringify(row.parts) })));
  });

  it('as ndjson has one line a row, even for readers that break lines at other characters', async () => {
    const path = join(folder, 'ends.ndjson');
    const rows = ['\u0085', '\u2028', '\u2029'].map((end) => ({ name: `one${end}name` }));
    const table = await openTable(path, 'ndjson', ['name']);
    await table.append(rows.slice(0, 2));
    await table.append([{}], rows.slice(2));
    await table.finish();
    expect(await readFile(path, 'utf8')).not.toMatch(/[\u0085\u2028\u2029]/);
    expect((await rowsOf(path, 'ndjson')).map(({ values }) => values)).toEqual(rows);
  });

  it('as ndjson refuses only the line that is too long for memory, wherever it is', async () => {
    const path = join(folder, 'lines.ndjson');
    const long = JSON.stringify({ a: 'x'.repeat(9_000_000) });
    for (const lines of [
      [long, '{"a":1}', '{"a":2}'],
      ['{"a":1}', long, long, '{"a":2}'],
      ['{"a":1}', long],
    ]) {
      await writeFile(path, lines.join('\n'));
      const rows = await rowsOf(path, 'ndjson');
      const why = 'The line is longer than 4 million characters.';
      expect(rows).toEqual(
        lines.map((text, i) => ({
          line: i + 1,
          ...(text === long
            ? { values: {}, unreadable: why }
            : { values: JSON.parse(text), unreadable: null }),
        })),
      );
      expect(await tableColumns(path, 'ndjson')).toEqual(['a']);
    }
  });

  it('as ndjson keeps every integer exactly, and refuses a line with a number that is too long or too large', async () => {
    const path = join(folder, 'long.ndjson');
    const long = '1234567890123456789';
    const lines = [`{"a":${long}}`, `{"a":"${long}"}`, `{"a":[{"b":-${long}}]}`, '{"a":0.12345678901234567}'];
    lines.push('{"a":{"b":-1e400}}', '{"a":1E300}');
    await writeFile(path, lines.join('\n'));
    const rows = await rowsOf(path, 'ndjson');
    expect(rows.map(({ unreadable }) => unreadable !== null)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(rows[1]!.values).toEqual({ a: long });
  });

  it('reports each record that cannot be read, and reads the others', async () => {
    const csv = join(folder, 'odd.csv');
    await writeFile(csv, 'a,b\n1,2\n1,2,3\n"x"y,2\n4\n');
    const rows = await rowsOf(csv, 'csv');
    expect(rows.map(({ line, unreadable }) => [line, unreadable !== null])).toEqual([
      [2, false],
      [3, true],
      [4, true],
      [5, false],
    ]);
    expect(rows[3]!.values).toEqual({ a: '4', b: '' });
    // Values of unreadable rows are kept as far as possible, so that the rows can be recognised.
    expect(rows.slice(1, 3).map(({ values }) => values)).toEqual([
      { a: '1', b: '2' },
      { a: '"x"', b: '' },
    ]);
    const ndjson = join(folder, 'odd.ndjson');
    await writeFile(ndjson, '[{"a":1}]');
    await expect(tableColumns(ndjson, 'ndjson')).rejects.toThrow('Line 1: The line is not a JSON object');
    await writeFile(ndjson, '{"a":1}\n\n[1]\n{"a":\n{"a":2}');
    expect(
      (await rowsOf(ndjson, 'ndjson')).map(({ line, unreadable }) => [line, unreadable !== null]),
    ).toEqual([
      [1, false],
      [3, true],
      [4, true],
      [5, false],
    ]);
  });

  it('may have empty fields at the end of its records, as spreadsheets write them', async () => {
    const path = join(folder, 'wide.csv');
    await writeFile(path, 'a,b\n1,2,,\n1,2,,3\n');
    const rows = await rowsOf(path, 'csv');
    expect(rows.map(({ unreadable }) => unreadable !== null)).toEqual([false, true]);
    expect(rows[0]!.values).toEqual({ a: '1', b: '2' });
  });

  it.each([
    ['\n', undefined, ['1', '2,3']],
    ['\r\n', undefined, ['1', '2,3']],
    ['\n', ',', ['1;2', '3']],
  ])(
    'is read with the separator in its first line, unless the caller gives another',
    async (end, delimiter, fields) => {
      const path = join(folder, 'with-separator.csv');
      await writeFile(path, ['\ufeffsep=;', delimiter ? 'a,b' : 'a;b', '1;2,3', ''].join(end));
      expect(await tableColumns(path, 'csv', { delimiter })).toEqual(['a', 'b']);
      const rows: unknown[] = [];
      for await (const some of readTable(path, 'csv', { delimiter })) rows.push(...some);
      expect(rows).toEqual([{ line: 3, values: { a: fields[0], b: fields[1] }, unreadable: null }]);
    },
  );

  it('is refused if it does not have the format of its name', async () => {
    const path = join(folder, 'text.parquet');
    for (const text of ['', 'a,b\n1,2\n', 'PAR1 and no more']) {
      await writeFile(path, text);
      await expect(tableColumns(path, 'parquet')).rejects.toThrow('text.parquet is not a whole Parquet file');
    }
    const text = join(folder, 'no-text');
    for (const [bytes, what] of [
      [gzipSync('a,b\n1,2\n'), 'packed with gzip'],
      [Buffer.from('PK\u0003\u0004\u0014\0', 'latin1'), 'a workbook or an archive'],
      [Buffer.from('PAR1\u0015\0', 'latin1'), 'Parquet, not text'],
    ] as const)
      for (const format of ['csv', 'tsv', 'ndjson'] as const) {
        await writeFile(text, bytes);
        await expect(tableColumns(text, format)).rejects.toThrow(`The table is ${what}`);
      }
  });

  it('as Parquet is refused with the name of the column that cannot be read', async () => {
    const path = join(folder, 'held.parquet');
    const held: SchemaElement = {
      ...({ name: 'held', repetition_type: 'OPTIONAL', converted_type: 'INTERVAL' } as const),
      ...({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12 } as const),
    };
    async function* groups() {
      yield [
        { name: 'address', data: ['9 Quaxley Street'] },
        { name: 'held', data: [new Uint8Array(12)] },
      ];
    }
    const schema = [{ name: 'root', num_children: 2 }, schemaOf('address', 'UTF8'), held];
    const pieces: Uint8Array[] = [];
    for await (const piece of parquetPieces(schema, groups())) pieces.push(piece);
    await writeFile(path, Buffer.concat(pieces));
    await expect(rowsOf(path, 'parquet')).rejects.toThrow(
      /The column "held" of held.parquet cannot be read: .*interval.* Write the table without it/,
    );
  });

  it('is refused if its header is missing or names a column twice', async () => {
    const path = join(folder, 'header.csv');
    await writeFile(path, '');
    await expect(tableColumns(path, 'csv')).rejects.toThrow('first line must name the columns');
    await writeFile(path, 'a,a\n');
    await expect(tableColumns(path, 'csv')).rejects.toThrow('"a" twice');
  });

  it('as CSV refuses a column that its header lacks, which would be lost', async () => {
    const path = join(folder, 'more.csv');
    const table = await openTable(path, 'csv', ['a']);
    await expect(table.append([{ a: 1, b: 2 }])).rejects.toThrow('"b"');
    await table.close();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
