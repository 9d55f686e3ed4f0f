import type { KeyValue, SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';

export type { SchemaElement } from 'hyparquet';
export type { ColumnSource } from 'hyparquet-writer';

/**
 * Writes a Parquet file piece by piece: one piece for each row group, then the footer. The first element of the schema
 * is its root.
 */
export async function* parquetPieces(
  schema: SchemaElement[],
  groups: AsyncIterable<ColumnSource[]>,
  kvMetadata: KeyValue[] = [],
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  const file = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'domesday' });
  for await (const columnData of groups) {
    await file.write({ columnData, rowGroupSize: Number.MAX_SAFE_INTEGER });
    yield taken();
  }
  await file.finish();
  yield taken();
}
