import { basename } from 'node:path';
import { createCsvParser } from '@domesday/files/csv';
import { type Entry, entriesOf } from '@domesday/files/unpack';
import { reading } from './fetch.ts';
import { isLayout, openEntry } from './recognise.ts';
import { releaseFromNames } from './release.ts';
import { RowMapper } from './row-mapper.ts';
import { emptyStage, type StageContext, type StageResult } from './stage-result.ts';
import { StagingWriter } from './staging-writer.ts';
import type { FetchedFile, TableModule } from './types.ts';

/** Phase 2: streams every recognised file into the staging table. */
export async function stage(context: StageContext<TableModule>): Promise<StageResult> {
  const writer = new StagingWriter(context);
  const result = emptyStage();
  const mapper = new RowMapper(context, writer, result);
  try {
    let before = 0;
    for (const file of context.files) {
      let read = 0;
      const onBytes = (bytes: number) => {
        read = bytes;
      };
      await reading(file, async () => {
        for await (const entry of entriesOf(file, { guards: context.guards, onBytes }))
          await stageEntry(entry, file, context, mapper, () => before + read);
      });
      before += file.bytes;
    }
    await writer.end();
    result.reject_reasons = writer.counts.byReason();
    mapper.finish();
    return result;
  } catch (error) {
    throw await writer.abort(error);
  }
}

/** Streams one file of the dataset, or skips a file that does not belong to it. */
async function stageEntry(
  entry: Entry,
  file: FetchedFile,
  context: StageContext<TableModule>,
  mapper: RowMapper,
  bytesRead: () => number,
): Promise<void> {
  const { dataset, guards } = context;
  const { result } = mapper;
  const { verdict, head, rest } = await openEntry(entry, dataset, context.mapping, file.name);
  if (!isLayout(verdict)) {
    result.passed_over.push({
      name: entry.name,
      reason: verdict.briefly ?? verdict.refused,
      archived: entry.archived,
    });
    await rest.return(undefined);
    return;
  }
  const shown = entry.archived ? `${file.name}/${entry.name}` : file.name;
  // The name of an archive such as extract.zip does not tell the release, but that of the file in it does.
  const undated = entry.archived && releaseFromNames([file.name]) === null;
  const named = undated ? basename(entry.name) : file.name;
  if (!result.sources.includes(named)) result.sources.push(named);
  mapper.begin(verdict, shown, head);
  const parser = createCsvParser({
    delimiter: verdict.delimiter,
    firstLine: verdict.firstLine,
    maxFieldChars: guards.maxFieldChars ?? dataset.maxFieldChars,
    maxRecordChars: guards.maxRecordChars ?? dataset.maxRecordChars,
    onRecord: (fields, line, breaks) => mapper.record(fields, line, breaks),
    onReject: (line, reason, raw) => mapper.refuse(line, reason, raw),
  });
  const flush = async () => {
    await mapper.writer.flush();
    context.onProgress(shown, result.rows_read, result.rejects, bytesRead());
  };
  parser.write(head.text.slice(verdict.dataOffset));
  await flush();
  for await (const piece of rest) {
    mapper.piece(piece);
    parser.write(piece.text);
    await flush();
  }
  mapper.last();
  parser.end();
  if (mapper.ended()) result.cut_short.push(file.path);
  await flush();
}
