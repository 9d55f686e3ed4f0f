import { operationTable } from '@domesday/contract';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../batch/table.ts';
import { inTurns } from './in-turns.ts';
import { geoJson, geoParquet } from './result-files.ts';

const PORTIONS = 20;
const table = tableOf(operationTable.find(({ id }) => id === 'properties.get')!);
const beside = { licences: [], placesOf: async (lines: readonly unknown[]) => lines.map(() => null) };
/** A made-up line of results with a long text in it. */
const line = (characters: number) =>
  `${JSON.stringify({ index: 0, status: 200, credits: 1, body: { address: 'x'.repeat(characters) } })}\n`;

/** Portions that are all available at once, and the number of turns of the event loop at each request for one. */
function portions(text: string) {
  const turns: number[] = [];
  let turn = 0;
  let over = false;
  const count = () => {
    turn++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  async function* texts() {
    for (let i = 0; i < PORTIONS; i++) {
      turns.push(turn);
      yield text;
    }
    over = true;
  }
  return { texts: texts(), turns };
}

describe.each([
  ['GeoJSON', geoJson],
  ['GeoParquet', geoParquet],
] as const)('results that are written as %s', (_name, write) => {
  it('leave time for other calls between any two portions', async () => {
    const { texts, turns } = portions(line(10));
    for await (const _ of write(inTurns(texts), table, beside));
    expect(new Set(turns).size).toBe(PORTIONS);
  });
});

it('results of several files at once are written one portion in a turn, so that they delay others no longer than one file', async () => {
  const files = Array.from({ length: 5 }, () => portions(line(10)));
  let turn = 0;
  let over = false;
  const count = () => {
    turn++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const written: number[] = [];
  const all = files.map(async ({ texts }) => {
    for await (const _ of inTurns(texts)) written.push(turn);
  });
  await Promise.all(all);
  over = true;
  expect(written).toHaveLength(5 * PORTIONS);
  expect(new Set(written).size).toBe(written.length);
});

it('results put at most 4 MB of lines into a row group, which is compressed without a pause', async () => {
  const portion = line(1024 * 1024);
  const pieces: Uint8Array[] = [];
  for await (const piece of geoParquet(portions(portion).texts, table, beside)) pieces.push(piece.slice());
  const file = Buffer.concat(pieces);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
  const rows = parquetMetadata(bytes).row_groups.map(({ num_rows }) => Number(num_rows));
  expect(rows.reduce((sum, one) => sum + one)).toBe(PORTIONS);
  expect(Math.max(...rows)).toBe(4);
});

it('results are compressed in at most three row groups at once, however many files are fetched', async () => {
  const GROUPS = 3;
  let under_way = 0;
  let most = 0;
  let made = 0;
  const files = Array.from({ length: 6 }, async () => {
    let own = 0;
    const placesOf = async (lines: readonly unknown[]) => {
      own++;
      most = Math.max(most, ++under_way);
      return lines.map(() => null);
    };
    async function* groups() {
      for (let i = 0; i < GROUPS; i++) yield line(4 * 1024 * 1024);
    }
    for await (const _ of geoParquet(groups(), table, { licences: [], placesOf })) {
      under_way -= own;
      made += own;
      own = 0;
    }
  });
  await Promise.all(files);
  expect(made).toBe(6 * GROUPS);
  // A portion may begin in the same turn in which another is handed over.
  expect(most).toBeLessThanOrEqual(3);
});
