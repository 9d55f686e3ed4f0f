import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';

export type { SchemaElement } from 'hyparquet';
export type { ColumnSource } from 'hyparquet-writer';

/**
 * Writes a Parquet file piece by piece: one piece for each row group, whose columns are emptied, then the footer. The
 * first element of the schema is its root.
 */
export async function* parquetPieces(
  schema: SchemaElement[],
  groups: AsyncIterable<ColumnSource[]>,
  notes: KeyValue[] = [],
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  const kvMetadata = notes.length > 0 ? { kvMetadata: notes } : {};
  const file = new ParquetWriter({ writer, schema, ...kvMetadata, createdBy: 'domesday' });
  for await (const columnData of groups) {
    await file.write({ columnData, rowGroupSize: Number.MAX_SAFE_INTEGER });
    // Frees the rows, which would otherwise stay in memory beside the piece until it is read.
    for (const column of columnData) column.data = [];
    yield taken();
  }
  await file.finish();
  yield file.row_groups.length > 0 ? taken() : withTypedGroups(taken());
}

/** The bytes before the type of the list of row groups: a row count of 0 and the field header of the list. */
const NO_ROWS_IN = [0x16, 0x00, 0x19];
const NO_STRUCTS = 0x0c;

/**
 * Corrects the footer of a file without rows. The library gives the empty list of row groups no type, and readers that
 * check types, such as those in Rust, refuse the file.
 */
function withTypedGroups(footer: Uint8Array): Uint8Array {
  const at = Buffer.from(footer.buffer).indexOf(Buffer.from(NO_ROWS_IN));
  if (at !== -1) footer[at + NO_ROWS_IN.length] = NO_STRUCTS;
  return footer;
}
