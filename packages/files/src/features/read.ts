import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import yauzl from 'yauzl';
import { type Decoded, decodeTable } from '../decode.ts';
import { A_WEB_PAGE, LoadError } from '../errors.ts';
import { delimiterOf } from '../header.ts';
import { writeTo } from '../machine.ts';
import { openMember, refusePacked, TAR_HEAD } from '../packings.ts';
import { peek } from '../peek.ts';
import { removeTemporary, temporaryFolder } from '../temporary-folder.ts';
import type { FetchedFile, Guards } from '../types.ts';
import { asDamaged, guarded, gunzipped } from '../unpack.ts';
import { readCsv } from './csv.ts';
import { readGeojson } from './geojson.ts';
import { readGeopackage } from './geopackage.ts';
import type { ReadItem } from './items.ts';
import { readShapefile, shapefileBeside } from './shapefile.ts';
import { readXml } from './xml.ts';

export interface ReadOptions {
  guards: Guards;
  /** Column separator of tables. */
  delimiter?: string;
  onBytes?(read: number): void;
  /** True for an archive inside another archive. */
  packed?: boolean;
}

/** Companion files that a downloaded folder holds beside the file with the areas. */
const NEIGHBOURS =
  /\.(shx|dbf|prj|cpg|sbn|sbx|qix|qpj|qmd|xml|lock|tab|map|dat|id|ind|mif|mid|lyr|lyrx|txt|pdf|docx?|html?|png|jpe?g|sld|qml)$/i;

/** Formats that are not read, by file extension. */
const UNREAD_FORMATS = /\.(gdbtable|tab|mif|fgb|dxf|dwg|dgn|gpx|topojson)$/i;
const CONVERT =
  'not read here. Convert it with GDAL (`ogr2ogr areas.gpkg <name>`) and load the GeoPackage, or ask for a shapefile, GeoPackage or GeoJSON.';

const A_GRID =
  'holds a grid of cells (GeoTIFF or ASCII grid), not areas. Ask for the areas, as a shapefile, GeoPackage or GeoJSON.';

/**
 * The features of a file, whose format is detected from its content and not its name: GeoJSON, also line by line, CSV
 * with well-known text or coordinates, GML, KML and KMZ, shapefile (with its companion files, or in a zip at any
 * depth), GeoPackage; each also gzipped or zipped. Throws LoadError with a sentence for the operator.
 */
export async function* readFeatures(
  file: FetchedFile,
  options: ReadOptions,
): AsyncGenerator<ReadItem & { member?: string }> {
  try {
    yield* featuresIn(file, options);
  } catch (error) {
    throw asDamaged(file.name, error);
  }
}

async function* featuresIn(
  file: FetchedFile,
  options: ReadOptions,
): AsyncGenerator<ReadItem & { member?: string }> {
  const magic = await firstBytes(file.path);
  if (begins(magic, 'PK')) {
    yield* readZip(file, options);
    return;
  }
  if (begins(magic, 'SQLite format 3')) {
    yield* readGeopackage(file.path);
    return;
  }
  if (magic.readInt32BE(0) === 9994) {
    if (!/\.shp$/i.test(file.path)) return;
    const paths = shapefileBeside(file.path);
    yield* readShapefile(paths);
    return;
  }
  if (begins(magic, 'II*\0') || begins(magic, 'MM\0*'))
    throw new LoadError('refused', `${file.name} ${A_GRID}`);
  if (file.folder && NEIGHBOURS.test(file.name)) return;
  const [, format] = UNREAD_FORMATS.exec(file.name) ?? [];
  if (format)
    throw new LoadError('refused', `${file.name} is of the format ${format.toUpperCase()}, ${CONVERT}`);
  if (begins(magic, '%PDF')) {
    throw new LoadError('refused', `${file.name} is a PDF: a drawing of the areas, not their coordinates.`);
  }
  if (magic[0] === 0xd0 && magic[1] === 0xcf) throw workbook(file.name);
  const gzipped = magic[0] === 0x1f && magic[1] === 0x8b;
  const raw = createReadStream(file.path, { highWaterMark: 1024 * 1024 });
  raw.on('data', () => options.onBytes?.(raw.bytesRead));
  const bytes = gzipped
    ? guarded(gunzipped(raw, 1024 * 1024), () => raw.bytesRead, file.name, options.guards)
    : raw;
  try {
    yield* readText(bytes, file.name, options);
  } finally {
    raw.destroy();
  }
}

async function* readText(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const [packed, whole] = await peek(bytes, TAR_HEAD);
  refusePacked(name, packed);
  const text = decodeTable(whole, 'windows-1252');
  const head: Decoded[] = [];
  let seen = '';
  while (seen.trim() === '') {
    const next = await text.next();
    if (next.done) break;
    head.push(next.value);
    seen += next.value.text;
  }
  async function* again(): AsyncGenerator<Decoded> {
    yield* head;
    yield* text;
  }
  const begin = seen.trimStart().slice(0, 2000);
  if (begin === '') throw new LoadError('refused', `${name} is empty.`);
  try {
    // The record separator begins each feature of a GeoJSON text sequence.
    if (['{', '[', '\u001e'].includes(begin[0]!)) yield* readGeojson(again());
    else if (begin[0] === '<') {
      if (/^<!doctype html|^<html/i.test(begin)) {
        throw new LoadError('refused', A_WEB_PAGE);
      }
      yield* readXml(again());
    } else yield* readCsv(name, again(), options.delimiter ?? delimiterOf(begin));
  } catch (error) {
    if (error instanceof LoadError && !error.message.startsWith(name)) {
      const sentence = error.message[0]!.toLowerCase() + error.message.slice(1);
      throw new LoadError(error.code, `${name} was refused: ${sentence}`, error.missing);
    }
    throw error;
  }
}

async function* readZip(
  file: FetchedFile,
  options: ReadOptions,
): AsyncGenerator<ReadItem & { member?: string }> {
  const zip = await yauzl.openPromise(file.path, { autoClose: false, lazyEntries: true });
  let folder: string | null = null;
  try {
    folder = await temporaryFolder('unpacked');
    const archive = await openArchive(zip, file, folder, options);
    let used = 0;
    let stored = 0;
    let tables: LoadError | null = null;
    for (const entry of archive.entries) {
      stored += entry.compressedSize;
      options.onBytes?.(stored);
      const read = readerOf(archive, entry);
      if (!read) continue;
      const name = entry.fileName;
      try {
        for await (const item of read(archive, entry))
          yield { ...item, member: item.member ? `${name}/${item.member}` : name };
        used++;
      } catch (error) {
        // A table or XML without geometry may merely describe the areas in the other files.
        if (!(error instanceof LoadError) || !error.missing.includes('geometry')) throw error;
        tables ??= error;
        yield {
          note: { name: 'passed_over', status: 'warn', detail: `1 file was not loaded. ${error.message}` },
        };
      }
    }
    if (used === 0) throw tables ?? nothingRead(file.name, archive.entries);
  } finally {
    zip.close();
    if (folder) await removeTemporary(folder);
  }
}

interface Archive {
  file: FetchedFile;
  options: ReadOptions;
  /** Its files, without folders. */
  entries: yauzl.Entry[];
  open(entry: yauzl.Entry): Promise<AsyncIterable<Uint8Array>>;
  /** Unpacks into the temporary folder, and returns the path there. */
  extract(entry: yauzl.Entry): Promise<string>;
}

async function openArchive(
  zip: yauzl.ZipFile,
  file: FetchedFile,
  folder: string,
  options: ReadOptions,
): Promise<Archive> {
  const { guards } = options;
  const entries: yauzl.Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
    entries.push(entry);
    if (entries.length > guards.maxEntries)
      throw new LoadError('archive', `${file.name} holds more than ${guards.maxEntries} files.`);
  }
  if (entries.some((entry) => entry.fileName === '[Content_Types].xml')) throw workbook(file.name);
  let unpacked_bytes = 0;
  let unpacked = 0;
  const open = async (entry: yauzl.Entry) => {
    const bytes = await openMember(zip, entry, file.name);
    return guarded(bytes, () => entry.compressedSize, entry.fileName, guards);
  };
  const extract = async (entry: yauzl.Entry): Promise<string> => {
    unpacked_bytes += entry.uncompressedSize;
    if (unpacked_bytes > guards.maxBytes)
      throw new LoadError('archive', `${file.name} unpacks into more than ${guards.maxBytes} bytes.`);
    const path = join(folder, `${unpacked++}${extname(entry.fileName)}`);
    await writeTo(path, await open(entry));
    return path;
  };
  return { file, options, entries, open, extract };
}

type MemberReader = (archive: Archive, entry: yauzl.Entry) => AsyncGenerator<ReadItem & { member?: string }>;

/** How the files of an archive are read, by the ends of their names. */
const MEMBERS: [ending: RegExp, read: MemberReader][] = [
  [/\.shp$/i, shapefileIn],
  [/\.gpkg$/i, geopackageIn],
  [/\.zip$/i, zipIn],
  [/\.(geojson|geojsonl|geojsons|json|gml|kml|csv|tsv)$/i, textIn],
];

/**
 * The reader for a file of an archive; null if it is not read by itself, such as the companion files of a shapefile.
 */
function readerOf({ entries, options }: Archive, { fileName }: yauzl.Entry): MemberReader | null {
  if (options.packed && /\.zip$/i.test(fileName)) return null;
  // XML beside other files may merely describe them.
  if (entries.length === 1 && /\.xml$/i.test(fileName)) return textIn;
  return MEMBERS.find(([ending]) => ending.test(fileName))?.[1] ?? null;
}

async function* shapefileIn({ entries, extract }: Archive, entry: yauzl.Entry): AsyncGenerator<ReadItem> {
  const stem = entry.fileName.slice(0, -'.shp'.length).toLowerCase();
  const beside = async (extension: string) => {
    const found = entries.find((one) => one.fileName.toLowerCase() === `${stem}.${extension}`);
    return found ? extract(found) : null;
  };
  const shp = await extract(entry);
  const paths = { shp, dbf: await beside('dbf'), prj: await beside('prj'), cpg: await beside('cpg') };
  yield* readShapefile(paths);
  for (const path of Object.values(paths)) if (path) await rm(path, { force: true });
}

async function* geopackageIn({ extract }: Archive, entry: yauzl.Entry): AsyncGenerator<ReadItem> {
  const path = await extract(entry);
  yield* readGeopackage(path);
  await rm(path, { force: true });
}

async function* zipIn({ file, options, extract }: Archive, entry: yauzl.Entry): ReturnType<MemberReader> {
  const path = await extract(entry);
  yield* readZip({ ...file, name: entry.fileName, path }, { ...options, onBytes: () => {}, packed: true });
  await rm(path, { force: true });
}

async function* textIn({ options, open }: Archive, entry: yauzl.Entry): AsyncGenerator<ReadItem> {
  yield* readText(await open(entry), entry.fileName, options);
}

/** Why nothing of an archive can be read. */
function nothingRead(name: string, entries: yauzl.Entry[]): LoadError {
  const refused = (why: string) => new LoadError('refused', `${name} ${why}`);
  if (entries.length === 0) return refused('holds no files.');
  const holds = (ending: RegExp) => entries.some((entry) => ending.test(entry.fileName));
  if (holds(/\.(tiff?|asc)$/i)) return refused(A_GRID);
  if (holds(UNREAD_FORMATS))
    return refused(`holds an Esri geodatabase, MapInfo tables or the like, which are ${CONVERT}`);
  const names = entries.slice(0, 5).map((entry) => entry.fileName);
  return refused(`holds no shapefile, GeoPackage, GeoJSON, GML, KML or CSV, only ${names.join(', ')}.`);
}

function workbook(name: string): LoadError {
  return new LoadError(
    'refused',
    `${name} is an Excel workbook. Open it, save the sheet with the rows as "CSV UTF-8", and load that file.`,
  );
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(16);
    await handle.read(buffer, 0, 16, 0);
    return buffer;
  } finally {
    await handle.close();
  }
}

function begins(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).toString('latin1') === text;
}
