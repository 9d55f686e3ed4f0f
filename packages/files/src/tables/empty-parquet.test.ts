import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readParquet, writeParquet } from './parquet.ts';
import { parquetPieces } from './parquet-stream.ts';

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
] as const;

/**
 * The types of the elements of each list in the footer of a Parquet file, by the path of its field. It is as strict as
 * readers in Rust are: hyparquet also accepts a list without a type.
 */
function listTypes(file: Buffer): Record<string, number> {
  let at = file.length - 8 - file.readUInt32LE(file.length - 8);
  const found: Record<string, number> = {};
  const varint = (): number => {
    let [value, shift] = [0, 1];
    for (;;) {
      const byte = file[at++]!;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
      shift *= 128;
    }
  };
  const skip = (type: number, path: string): void => {
    if (type === TRUE || type === FALSE) return;
    if (type === BYTE) at++;
    else if (type === I16 || type === I32 || type === I64) varint();
    else if (type === DOUBLE) at += 8;
    else if (type === BINARY) {
      const length = varint();
      at += length;
    } else if (type === STRUCT) struct(path);
    else if (type === LIST) {
      const head = file[at++]!;
      const length = head >> 4 === 15 ? varint() : head >> 4;
      found[path] = head & 15;
      for (let i = 0; i < length; i++) skip(head & 15, path);
    } else throw new Error(`The field ${path} has the type ${type}, which is none.`);
  };
  const struct = (path: string): void => {
    let field = 0;
    for (let head = file[at++]!; head !== STOP; head = file[at++]!) {
      field = head >> 4 === 0 ? varint() / 2 : field + (head >> 4);
      skip(head & 15, path === '' ? String(field) : `${path}.${field}`);
    }
  };
  struct('');
  expect(at).toBe(file.length - 8);
  return found;
}

/** The lists of schema, row groups and orders of columns. */
const STRUCTS = { '2': STRUCT, '4': STRUCT, '7': STRUCT };
const COLUMN = { name: 'uprn', type: 'INT64', repetition_type: 'OPTIONAL' } as const;
const SCHEMA = [{ name: 'root', num_children: 1 }, COLUMN];

async function* groups(count: number) {
  for (let i = 0; i < count; i++) yield [{ name: 'uprn', data: [1n, null] }];
}

it.each([0, 1])('a Parquet file of %i row groups gives every list of its footer a type', async (count) => {
  const pieces: Uint8Array[] = [];
  const notes = [{ key: 'licences', value: '[]' }];
  for await (const piece of parquetPieces(SCHEMA, groups(count), notes)) pieces.push(piece);
  expect(listTypes(Buffer.concat(pieces))).toMatchObject({ ...STRUCTS, '5': STRUCT });
});

it('a table without rows becomes a Parquet file with its columns and a type for every list', async () => {
  const path = join(tmpdir(), `domesday-${process.pid}-empty.parquet`);
  const columns = [
    { name: 'address', kind: 'UTF8' },
    { name: 'uprn', kind: 'INT64' },
  ] as const;
  try {
    await writeParquet(path, columns, (async function* () {})());
    expect(listTypes(await readFile(path))).toEqual(STRUCTS);
    for await (const rows of readParquet(path)) expect(rows).toEqual([]);
  } finally {
    await rm(path, { force: true });
  }
});
