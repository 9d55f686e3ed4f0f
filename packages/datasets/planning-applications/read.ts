import { createReadStream } from 'node:fs';
import { decodeTable } from '@domesday/files/decode';
import { storableJson } from '@domesday/files/exact-json';
import { GeometryProblem, plainGeometry } from '@domesday/files/features/geometry';
import { readWkt } from '@domesday/files/features/wkt';
import { findHeader, spelledName, surplusColumns } from '@domesday/files/header';
import { refusePacked, startsWith, TAR_HEAD } from '@domesday/files/packings';
import { peek } from '@domesday/files/peek';
import { guarded, gunzipped } from '@domesday/files/unpack';
import { createWholeCsvParser, cutShortCheck } from '@domesday/files/whole-csv';
import { type Check, type FetchedFile, type Guards, LoadError } from '@domesday/loading/types';

const LONGEST_JSON = 400 * 1024 * 1024;

export type RecordSource = 'planit' | 'london-datahub' | 'planning-data' | 'council';
/** Values by normalised name, without `null` and empty ones. */
export type PlainRecord = Map<string, string>;

export interface ReadRecord {
  source: RecordSource;
  record: PlainRecord;
  line: number;
}

/** What the mapping states about a table. */
interface TableMapping {
  /** The columns that it names. */
  columns: string[];
  delimiter?: string | undefined;
}

/**
 * Yields the applications in a file: PlanIt's replies (`records`, or GeoJSON of /geojson), replies of the Planning
 * London Datahub (`rawResponse.hits.hits[]._source`, or `hits.hits`), planning.data.gov.uk as CSV, GeoJSON or JSON
 * (`entities`), or CSV of a council. Plain or gzipped. A page of JSON is read whole. Throws LoadError for anything
 * else.
 */
export async function* readApplications(
  file: FetchedFile,
  mapping: TableMapping,
  guards: Guards,
): AsyncGenerator<
  | ReadRecord
  | { stated: number }
  | { note: Check }
  | { reject: { line: number; reason: string; raw: string } }
> {
  const raw = createReadStream(file.path, { highWaterMark: 1024 * 1024 });
  try {
    let bytes: AsyncIterable<Uint8Array> = raw;
    const first = await new Promise<Buffer>((done, fail) => {
      raw.once('readable', () => done((raw.read(2) as Buffer | null) ?? Buffer.alloc(0)));
      raw.once('error', fail);
    });
    raw.unshift(first);
    if (first[0] === 0x1f && first[1] === 0x8b) {
      bytes = guarded(gunzipped(raw), () => raw.bytesRead, file.name, guards);
    }
    const [packed, whole] = await peek(bytes, TAR_HEAD);
    if (!startsWith(packed, [0x50, 0x4b])) refusePacked(file.name, packed);
    const text = decodeTable(whole, 'windows-1252');
    const head = await text.next();
    const begin = head.done ? '' : head.value.text;
    if (begin.trim() === '') throw new LoadError('refused', `${file.name} is empty.`);
    if (begin.startsWith('PK\u0003\u0004'))
      throw new LoadError(
        'refused',
        `${file.name} is an archive or a workbook. Load the tables in it as CSV.`,
      );
    if (/^\s*</.test(begin)) throw new LoadError('refused', `${file.name} is a web page, not data.`);
    if (/^\s*[{[]/.test(begin)) {
      let json = begin;
      for await (const piece of text) {
        json += piece.text;
        if (json.length > LONGEST_JSON) {
          throw new LoadError('refused', `${file.name} is larger than 400 MB. Load the reply page by page.`);
        }
      }
      yield* fromJson(file.name, json);
      return;
    }
    yield* fromCsv(file.name, begin, text, mapping);
  } finally {
    raw.destroy();
  }
}

function* fromJson(name: string, json: string): Generator<ReadRecord | { stated: number }> {
  let whole: Record<string, unknown>;
  try {
    whole = storableJson(json) as Record<string, unknown>;
  } catch {
    throw new LoadError('refused', `${name} begins like JSON but is not valid JSON: it may be cut off.`);
  }
  const hits = ((whole.rawResponse as typeof whole | undefined) ?? whole).hits as
    | { hits?: unknown; total?: unknown }
    | undefined;
  if (Array.isArray(hits?.hits)) {
    yield* stated(hits.total);
    for (const [i, hit] of hits.hits.entries()) {
      yield {
        source: 'london-datahub',
        record: plain((hit as { _source?: object } | null)?._source),
        line: i + 1,
      };
    }
    return;
  }
  const records = Array.isArray(whole) ? whole : (whole.records ?? whole.features ?? whole.entities);
  if (!Array.isArray(records)) {
    throw new LoadError(
      'refused',
      `${name} is JSON without applications: it needs PlanIt's records or the London datahub's hits.`,
      ['records'],
    );
  }
  yield* stated(whole.total ?? (whole.entities === records ? whole.count : undefined));
  for (const [i, item] of records.entries()) {
    const feature = (item ?? {}) as {
      properties?: object;
      geometry?: { type?: string; coordinates?: [number, number] } | null;
    };
    const record = plain(feature.properties ?? feature);
    const source = record.has('organisation_entity') ? 'planning-data' : 'planit';
    const at = feature.geometry?.type?.includes('Polygon') ? undefined : feature.geometry?.coordinates;
    if (at && !record.has('lng')) {
      record.set('lng', String(at[0]));
      record.set('lat', String(at[1]));
    }
    if (source === 'planning-data') placeByPoint(record);
    yield { source, record, line: i + 1 };
  }
}

/**
 * Sets the position of a record from its column `point`: planning.data.gov.uk gives the middle of a site as well-known
 * text, in degrees.
 */
function placeByPoint(record: PlainRecord): void {
  try {
    const point = plainGeometry(readWkt(record.get('point') ?? '').geometry);
    if (point.type !== 'Point') return;
    record.set('lng', String(point.coordinates[0]));
    record.set('lat', String(point.coordinates[1]));
  } catch (error) {
    if (!(error instanceof GeometryProblem)) throw error;
  }
}

/** Yields the number of all matching records, which a reply states beside its page as a number or as `{ value }`. */
function* stated(total: unknown): Generator<{ stated: number }> {
  const value = (total as { value?: unknown } | null | undefined)?.value ?? total;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) yield { stated: value };
}

function plain(item: object | undefined): PlainRecord {
  const record: PlainRecord = new Map();
  for (const [name, value] of Object.entries(item ?? {})) {
    if (value === null || value === '') continue;
    if (name === 'centroid') {
      const { lat, lon } = value as { lat?: number; lon?: number };
      if (lat !== undefined && lon !== undefined) {
        record.set('lat', String(lat));
        record.set('lng', String(lon));
      }
    } else if (typeof value !== 'object') record.set(spelledName(name), String(value));
  }
  return record;
}

async function* fromCsv(
  name: string,
  begin: string,
  rest: AsyncIterable<{ text: string }>,
  mapping: TableMapping,
): AsyncGenerator<
  | ReadRecord
  | { stated: number }
  | { note: Check }
  | { reject: { line: number; reason: string; raw: string } }
> {
  const { record: found, delimiter } = headerOf(name, begin, mapping);
  const header = found.fields.map(spelledName);
  const source: RecordSource =
    header.includes('organisation_entity') && header.includes('planning_decision')
      ? 'planning-data'
      : 'council';
  const items: (ReadRecord | { reject: { line: number; reason: string; raw: string } })[] = [];
  const reject = (line: number, reason: string, text: string) =>
    items.push({ reject: { line, reason, raw: text.slice(0, 500) } });
  const parser = createWholeCsvParser({
    delimiter,
    firstLine: found.nextLine,
    width: header.length,
    maxFieldChars: 16 * 1024 * 1024,
    maxRecordChars: 32 * 1024 * 1024,
    onRecord: (fields, line) => {
      const wide = source === 'council' ? surplusColumns(fields, header.length) : null;
      if (wide !== null) {
        // The fields are in the wrong columns, so any of them may be a person's name: the text is not stored.
        reject(line, wide, '');
        return;
      }
      const record: PlainRecord = new Map();
      header.forEach((name, i) => {
        const value = fields[i]?.trim();
        if (value && !record.has(name)) record.set(name, value);
      });
      if (source === 'planning-data') placeByPoint(record);
      items.push({ source, record, line });
    },
    onReject: reject,
  });
  parser.write(begin.slice(found.end));
  yield* items.splice(0);
  for await (const piece of rest) {
    parser.write(piece.text);
    yield* items.splice(0);
  }
  parser.end();
  yield* items;
  const cut = parser.cutShort();
  if (cut) yield { note: cutShortCheck(name, cut) };
}

/** Finds the header, below any titles: the line with the columns of the mapping; without a mapping, the first line. */
function headerOf(name: string, begin: string, { columns, delimiter }: TableMapping) {
  const lacking = (fields: string[]) => {
    const header = fields.map(spelledName);
    return columns.filter((column) => !header.includes(spelledName(column)));
  };
  const found = findHeader(begin, lacking, delimiter);
  if (!('missing' in found)) return found;
  const refused =
    columns.length === 0
      ? `${name} is no table: its first line is not CSV.`
      : `${name} misses the columns ${found.missing.join(', ')}, which the mapping file names.`;
  throw new LoadError('refused', refused, found.missing);
}
