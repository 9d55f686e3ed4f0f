import { schemaOf, stored } from '@domesday/files/tables/parquet-columns';
import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { parsedLines } from '../batch/result-lines.ts';
import { createSeats } from '../batch/seats.ts';
import type { Table } from '../batch/table.ts';
import { GEOMETRY, geoMetadata, wellKnownPoint } from '../http/forms/geo-parquet.ts';
import type { Notice } from '../http/meta/licences.ts';
import type { Places } from './home-places.ts';

const ROWS_A_GROUP = 5000;
/** A group is compressed in one go, while other calls wait. */
const CHARACTERS_A_GROUP = 4 * 1024 * 1024;
/** A group takes tens of megabytes until it is compressed, and up to 64 files are sent at a time. */
const groupsAtOnce = createSeats(2);

/** What a file needs besides its rows. */
export interface Additions {
  licences: readonly Notice[];
  placesOf: Places['of'];
}

/**
 * The results as GeoJSON, written while they are read. Each input is a feature; without a position its geometry is
 * null.
 */
export async function* geoJson(
  lines: AsyncIterable<string>,
  { columns, rowOf }: Table,
  { licences, placesOf }: Additions,
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","licences":${JSON.stringify(licences)},"features":[`;
  let separator = '';
  for await (const text of lines) {
    const parsed = parsedLines(text);
    const places = await placesOf(parsed);
    for (const [place, line] of parsed.entries()) {
      const at = places[place];
      const geometry = at ? { type: 'Point', coordinates: at } : null;
      const values = rowOf(line);
      const properties = Object.fromEntries(columns.map(({ name }, i) => [name, values[i] ?? null]));
      yield `${separator}${JSON.stringify({ type: 'Feature', geometry, properties })}`;
      separator = ',\n';
    }
  }
  yield ']}\n';
}

/** The results as GeoParquet 1.1: the columns of the table with their types, and a point where a position is known. */
export async function* geoParquet(
  lines: AsyncIterable<string>,
  table: Table,
  { licences, placesOf }: Additions,
): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  const schema = [
    { name: 'root', num_children: columns.length + 1 },
    ...columns.map(({ name, kind }) => schemaOf(name, kind)),
    GEOMETRY,
  ];
  const pieces = parquetPieces(schema, groupsOf(lines, table, placesOf), [
    { key: 'geo', value: geoMetadata },
    { key: 'licences', value: JSON.stringify(licences) },
  ]);
  try {
    for (;;) {
      const { value, done } = await groupsAtOnce.run(() => pieces.next());
      if (done) return;
      yield value;
    }
  } finally {
    await pieces.return(undefined);
  }
}

async function* groupsOf(
  lines: AsyncIterable<string>,
  { columns, rowOf }: Table,
  placesOf: Places['of'],
): AsyncGenerator<ColumnSource[]> {
  const empty = () => [...columns, GEOMETRY].map(({ name }) => ({ name, data: [] as unknown[] }));
  let group = empty();
  let characters = 0;
  // A function of its own, because variables of the generator stay in memory while it waits for its reader.
  const add = async (text: string): Promise<void> => {
    const parsed = parsedLines(text);
    const places = await placesOf(parsed);
    for (const [place, line] of parsed.entries()) {
      const row = rowOf(line);
      for (const [i, { kind }] of columns.entries()) group[i]!.data.push(stored(row[i], kind));
      const at = places[place];
      group.at(-1)!.data.push(at && wellKnownPoint(at));
    }
    characters += text.length;
  };
  for await (const text of lines) {
    await add(text);
    if (group[0]!.data.length < ROWS_A_GROUP && characters < CHARACTERS_A_GROUP) continue;
    yield group;
    group = empty();
    characters = 0;
  }
  if (group[0]!.data.length > 0) yield group;
}
