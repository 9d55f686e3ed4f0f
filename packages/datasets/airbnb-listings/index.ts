import { counted } from '@domesday/files/counted';
import { decodeTable } from '@domesday/files/decode';
import { entriesOf } from '@domesday/files/unpack';
import { isoDate } from '@domesday/files/values';
import { createWholeCsvParser, cutShortCheck } from '@domesday/files/whole-csv';
import { withoutRows } from '@domesday/loading/recognise';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type CopyValue,
  type DatasetModule,
  type FetchedFile,
  type Head,
  type Layout,
  LoadError,
  type Refusal,
  Skipped,
  type SourceItem,
} from '@domesday/loading/types';
import { table, type VisitFile } from './columns.ts';
import { publishShortLets } from './publish.query.ts';
import { source } from './source.ts';

const HEAD_CHARS = 64 * 1024;

/**
 * Inside Airbnb's listings of a city, from the summary file or the detailed one. Neither names its city, and the
 * summary file has no day: both are taken from the name or address of the file (edinburgh-2021-12-18-listings.csv,
 * …/edinburgh/2021-12-18/…). Prices are in the local currency, whatever sign they have; 0 is no price.
 */
export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  comparedWhole: true,
  namesTell: true,
  staging: table.staging,
  source: { rows: readListings },
  newestRecord: ({ client, table }) => newestDate(client, table, 'greatest(seen_on, last_review)'),
  publish: publishShortLets,
};

async function* readListings(
  file: FetchedFile,
  context: Parameters<NonNullable<DatasetModule['source']>['rows']>[1],
): AsyncGenerator<SourceItem> {
  const passed_over: string[] = [];
  let refusal: string | null = null;
  let read = 0;
  const pass = (name: string, reason: string) => {
    refusal ??= reason;
    passed_over.push(`${name}: ${reason}`);
  };
  for await (const entry of entriesOf(file, context)) {
    if (entry.unread) {
      pass(entry.name, entry.unread);
      continue;
    }
    const pieces = decodeTable(entry.bytes, 'windows-1252');
    let begin = '';
    while (begin.length < HEAD_CHARS) {
      const next = await pieces.next();
      if (next.done) break;
      begin += next.value.text;
    }
    const named = entry.sheet ? file.name : entry.name;
    // The publisher's files all have the same name, so only their paths distinguish them.
    const place = entry.archived ? `${file.uri}/${entry.name}` : file.uri;
    const layout = layoutOf({ name: named, text: begin }, file.uri, place);
    if ('refused' in layout) {
      pass(entry.name, layout.refused);
      await pieces.return(undefined);
      continue;
    }
    read++;
    const items: SourceItem[] = [];
    const parser = createWholeCsvParser({
      width: layout.width,
      firstLine: layout.firstLine,
      delimiter: layout.delimiter,
      maxFieldChars: 64 * 1024,
      onRecord: (fields, line) => {
        const row: CopyValue[] = [];
        const outcome = layout.map(fields, row);
        if (outcome === null) items.push({ row });
        else if (outcome instanceof Skipped) {
          if (outcome.reason !== null) items.push({ skipped: outcome.reason });
        } else items.push({ reject: { line, reason: outcome, raw: fields.join(',') }, file: entry.name });
      },
      onReject: (line, reason, raw) => items.push({ reject: { line, reason, raw }, file: entry.name }),
    });
    parser.write(begin.slice(layout.dataOffset));
    yield* items.splice(0);
    for await (const piece of pieces) {
      parser.write(piece.text);
      yield* items.splice(0);
    }
    parser.end();
    layout.days?.assertCertain(entry.name);
    yield* items;
    const cut = parser.cutShort();
    if (cut) yield { note: cutShortCheck(entry.name, cut) };
  }
  if (read === 0) {
    throw new LoadError('refused', `${file.name} is not airbnb-listings: ${refusal ?? 'it holds no rows.'}`);
  }
  if (passed_over.length > 0) {
    const { length } = passed_over;
    const detail = `${counted(length, 'file')} ${length === 1 ? 'was' : 'were'} not loaded. ${passed_over.join(' ')}`;
    yield { note: { name: 'passed_over', status: 'warn', detail } };
  }
}

function layoutOf(head: Head, uri: string, place: string): (Layout & { width: number }) | Refusal {
  const nothing = withoutRows(head.name, head.text);
  if (nothing !== null) return { refused: nothing, missing: [] };
  const found = table.find('listings of Inside Airbnb', head);
  if ('refused' in found) return found;
  const visit = visitOf(uri, head.name);
  return { ...table.layout({ name: 'listings', ...found, file: { place, ...visit } }), width: found.width };
}

const FOLDERS = /([^/\\]+)[/\\](\d{4}-\d{2}-\d{2})[/\\]/;

/** City and day of a scrape from the address or name of the file, which may give only the month. */
export function visitOf(uri: string, path: string): Omit<VisitFile, 'place'> {
  const folders = FOLDERS.exec(uri) ?? FOLDERS.exec(path);
  // An archive may hold its files in folders of any name.
  const name = path.split('/').at(-1)!;
  const day = isoDate(folders?.[2] ?? /\d{4}-\d{2}-\d{2}/.exec(name)?.[0]);
  const month = day === null ? (/\d{4}-(?:0[1-9]|1[0-2])(?!\d)/.exec(name)?.[0] ?? null) : null;
  const words = name
    .toLowerCase()
    .replace(/\.(csv|gz|zip|txt|xlsx|ods)\b/g, '')
    .replace(/\d{4}-\d{2}(-\d{2})?/g, '')
    .split(/[^a-z]+/)
    // A single letter numbers the parts of a city.
    .filter(
      (word) =>
        word.length > 1 && !['listings', 'listing', 'detailed', 'summary', 'airbnb', 'data'].includes(word),
    );
  const city = folders?.[1]?.toLowerCase() ?? (words.length > 0 ? words.join('-') : null);
  return { city, day, month };
}
