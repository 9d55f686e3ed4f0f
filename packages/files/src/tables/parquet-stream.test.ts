import { expect, it } from 'vitest';
import { parquetPieces } from './parquet-stream.ts';

const SCHEMA = [
  { name: 'root', num_children: 1 },
  { name: 'uprn', type: 'INT64', repetition_type: 'OPTIONAL' } as const,
];

it('holds no rows of a row group in memory after it yields the group', async () => {
  const groups = [1n, 2n].map((uprn) => [{ name: 'uprn', data: [uprn, null] as unknown[] }]);
  async function* all() {
    yield* groups;
  }
  const kept = () => groups.map(([column]) => column!.data.length);
  const pieces = parquetPieces(SCHEMA, all());
  const seen: number[][] = [];
  for await (const _ of pieces) seen.push(kept());
  expect(seen).toEqual([
    [0, 2],
    [0, 0],
    [0, 0],
  ]);
});
