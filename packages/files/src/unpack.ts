import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import yauzl from 'yauzl';
import { LoadError, withoutStop } from './errors.ts';
import { isOfMachine, writeTo } from './machine.ts';
import { isTar, noTable, openMember, packingOf, startsWith, TAR_HEAD, unreadPackingOf } from './packings.ts';
import { peek } from './peek.ts';
import { isWorkbook, sheetsOf } from './spreadsheet.ts';
import { removeTemporary, temporaryFolder } from './temporary-folder.ts';
import type { FetchedFile, Guards } from './types.ts';

// A CommonJS bundle whose named exports Node cannot detect.
const { XzReadableStream } = createRequire(import.meta.url)(
  'xz-decompress',
) as typeof import('xz-decompress');

/** One data file: a member of an archive, or the file itself if it is no archive. */
export interface Entry {
  name: string;
  /** True if it came out of an archive, whose other files may be of any kind. */
  archived: boolean;
  bytes: AsyncIterable<Uint8Array>;
  /** True for a sheet of a workbook, which is read as CSV. */
  sheet?: boolean;
  /** Why it cannot be read, and what to do: sentences. */
  unread?: string;
}

export interface UnpackOptions {
  guards: Guards;
  /** Bytes read so far, as stored. */
  onBytes?(read: number): void;
  /** True for an archive inside another archive. */
  packed?: boolean;
}

const CHUNK = 256 * 1024;
const RATIO_FROM = 64 * 1024 * 1024;

const HIDDEN =
  'The sheet is hidden in its workbook: if it is meant, show it there, save the workbook and load that.';

/** A workbook has a few dozen parts; files with more are not tested. */
const MOST_PARTS = 2000;

/**
 * The data files in a file, however it is packed: plain, gz, xz, zip, tar, tar.gz or tar.xz, detected from the content
 * and not the name. Each entry must be read, or skipped, before the next is requested.
 */
export async function* entriesOf(file: FetchedFile, options: UnpackOptions): AsyncGenerator<Entry> {
  try {
    yield* unpackedEntries(file, options);
  } catch (error) {
    throw asDamaged(file.name, error);
  }
}

async function* unpackedEntries(file: FetchedFile, options: UnpackOptions): AsyncGenerator<Entry> {
  const magic = await firstBytes(file.path, 8);
  const unread = unreadPackingOf(magic);
  if (unread !== null) {
    const why = `It is packed with ${unread}, which is not read. Unpack it and load the files in it.`;
    yield { name: file.name, archived: false, bytes: Readable.from([]), unread: why };
    return;
  }
  if (startsWith(magic, [0x50, 0x4b, 0x03, 0x04]) || startsWith(magic, [0x50, 0x4b, 0x05, 0x06])) {
    const workbook = await workbookParts(file);
    if (workbook) yield* sheetEntries(workbook, file, options);
    else yield* zipEntries(file, options);
    return;
  }

  const raw = createReadStream(file.path, { highWaterMark: CHUNK });
  const stored = () => raw.bytesRead;
  let bytes: AsyncIterable<Uint8Array> = raw;
  try {
    if (startsWith(magic, [0x1f, 0x8b])) {
      bytes = guarded(gunzipped(raw), stored, file.name, options.guards);
    } else if (startsWith(magic, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])) {
      const web = Readable.toWeb(raw) as unknown as ReadableStream<Uint8Array>;
      const plain = new XzReadableStream(web) as unknown as AsyncIterable<Uint8Array>;
      bytes = guarded(plain, stored, file.name, options.guards);
    }
    const [head, whole] = await peek(
      counted(bytes, () => options.onBytes?.(stored())),
      TAR_HEAD,
    );
    if (isTar(head)) yield* tarEntries(whole, file, options);
    else
      yield {
        name: file.name.replace(/\.(gz|xz)$/i, ''),
        archived: false,
        bytes: whole,
        ...unreadable(head),
      };
  } finally {
    raw.destroy();
  }
}

async function* tarEntries(
  bytes: AsyncIterable<Uint8Array>,
  file: FetchedFile,
  options: UnpackOptions,
): AsyncGenerator<Entry> {
  // The old format has no magic bytes, but its checksum was verified.
  const tar = extract({ allowUnknownFormat: true } as object);
  const source = Readable.from(bytes, { objectMode: false });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  let count = 0;
  try {
    for await (const entry of tar) {
      if (entry.header.type === 'file' && isData(entry.header.name)) {
        tooMany(++count, file, options.guards);
        const [head, bytes] = await peek(undestroyed(entry, file.name), 8);
        yield { name: entry.header.name, archived: true, bytes, ...unreadable(head) };
      }
      entry.resume();
    }
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** Destroying one entry of a tar would end the whole archive, so a reader that stops early must not. */
async function* undestroyed(entry: AsyncIterable<unknown>, file: string): AsyncGenerator<Uint8Array> {
  const source = entry[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch((error: unknown) => {
      throw asDamaged(file, error);
    });
    if (next.done) return;
    yield next.value as Uint8Array;
  }
}

/** The parts of an .xlsx or .ods file; null for any other zip. */
async function workbookParts(file: FetchedFile): Promise<yauzl.Entry[] | null> {
  const zip = await yauzl.openPromise(file.path, { autoClose: false, lazyEntries: true });
  try {
    if (zip.entryCount > MOST_PARTS) return null;
    const parts: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) parts.push(entry);
    return isWorkbook(new Set(parts.map((part) => part.fileName))) ? parts : null;
  } catch (error) {
    throw asDamaged(file.name, error);
  } finally {
    zip.close();
  }
}

async function* sheetEntries(
  parts: yauzl.Entry[],
  file: FetchedFile,
  options: UnpackOptions,
): AsyncGenerator<Entry> {
  const zip = await yauzl.openPromise(file.path, { autoClose: false, lazyEntries: true });
  let stored = 0;
  const open = async (part: yauzl.Entry) => {
    const stream = await openMember(zip, part, file.name);
    return guarded(stream, () => part.compressedSize, `${file.name}/${part.fileName}`, options.guards);
  };
  try {
    for await (const sheet of sheetsOf(parts, open, file.name)) {
      const unread = sheet.hidden ? { unread: HIDDEN } : {};
      yield { name: sheet.name, archived: true, sheet: true, bytes: sheet.bytes, ...unread };
      stored += file.bytes / parts.length;
      options.onBytes?.(stored);
    }
  } finally {
    zip.close();
  }
}

async function* zipEntries(file: FetchedFile, options: UnpackOptions): AsyncGenerator<Entry> {
  const zip = await yauzl.openPromise(file.path, { autoClose: false, lazyEntries: true });
  let count = 0;
  let stored = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const packed = !options.packed && /^(?!__MACOSX\/).*\.zip$/i.test(entry.fileName);
      const inside = packed ? null : unreadInside(entry.fileName);
      if (entry.fileName.endsWith('/') || !(packed || inside || isData(entry.fileName))) continue;
      tooMany(++count, file, options.guards);
      if (inside) {
        yield { name: entry.fileName, archived: true, bytes: Readable.from([]), unread: inside };
        continue;
      }
      const stream = await openMember(zip, entry, file.name);
      const guardedBytes = guarded(stream, () => entry.compressedSize, entry.fileName, options.guards);
      if (packed) {
        yield* packedEntries(guardedBytes, { ...file, name: entry.fileName }, options);
        stored += entry.compressedSize;
        continue;
      }
      const [head, whole] = await peek(guardedBytes, 8);
      // Publishers sometimes zip files that are already compressed.
      const [first, bytes] = startsWith(head, [0x1f, 0x8b])
        ? await peek(
            guarded(
              gunzipped(Readable.from(whole)),
              () => entry.compressedSize,
              entry.fileName,
              options.guards,
            ),
            8,
          )
        : [head, whole];
      try {
        yield { name: entry.fileName, archived: true, bytes, ...unreadable(first) };
      } finally {
        stream.destroy();
      }
      stored += entry.compressedSize;
      options.onBytes?.(stored);
    }
  } catch (error) {
    throw asDamaged(file.name, error);
  } finally {
    zip.close();
  }
}

/**
 * Yields the entries of an archive inside an archive. The inner archive is written to disk, since a zip has its
 * directory at its end.
 */
async function* packedEntries(
  bytes: AsyncIterable<Uint8Array>,
  file: FetchedFile,
  { guards }: UnpackOptions,
): AsyncGenerator<Entry> {
  const folder = await temporaryFolder('unpacked');
  try {
    const path = join(folder, 'inner.zip');
    await writeTo(path, bytes);
    for await (const entry of unpackedEntries({ ...file, path }, { guards, packed: true }))
      yield { ...entry, name: `${file.name}/${entry.name}`, archived: true };
  } finally {
    await removeTemporary(folder);
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, tell: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    tell();
    yield chunk;
  }
}

/** Decompresses gzip. An error of the source ends the stream with that error; unhandled, it would end the process. */
export function gunzipped(source: Readable, chunkSize = CHUNK): Gunzip {
  const gunzip = createGunzip({ chunkSize });
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

/** Passes on unpacked bytes. Throws a sentence if the file is damaged, or unpacks to far more than any real one. */
export async function* guarded(
  bytes: AsyncIterable<Uint8Array>,
  stored: () => number,
  name: string,
  guards: Guards,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await source.next();
      } catch (error) {
        throw asDamaged(name, error);
      }
      if (next.done) return;
      unpacked += next.value.length;
      if (unpacked > guards.maxBytes) {
        throw new LoadError('archive', `${name} unpacks into more than ${guards.maxBytes} bytes.`);
      }
      if (unpacked > RATIO_FROM && unpacked > stored() * guards.maxRatio) {
        throw new LoadError('archive', `${name} unpacks into more than ${guards.maxRatio} times its size.`);
      }
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}

/**
 * Turns an error while reading a file into one that calls the file damaged. Returns the error unchanged if it is
 * already meant for the operator, or comes from a bug or from the machine.
 */
export function asDamaged(name: string, error: unknown): unknown {
  const isOurs = error instanceof LoadError || error instanceof TypeError || error instanceof ReferenceError;
  if (isOurs || isOfMachine(error)) return error;
  return new LoadError(
    'archive',
    `${name} is damaged or incomplete: ${withoutStop((error as Error).message)}.`,
  );
}

function tooMany(count: number, file: FetchedFile, guards: Guards): void {
  if (count > guards.maxEntries) {
    throw new LoadError('archive', `${file.name} holds more than ${guards.maxEntries} files.`);
  }
}

/** Files that can contain rows: documents, pictures and hidden files in an archive are skipped. */
export function isData(name: string): boolean {
  const base = name.split('/').pop() ?? '';
  if (base.startsWith('.') || name.startsWith('__MACOSX/')) return false;
  return /\.(csv|txt|tsv|gz|blm|blt)$/i.test(base) || !base.includes('.');
}

/** What to do with a file in an archive that holds tables but is not read there; null for other files. */
function unreadInside(name: string): string | null {
  if (
    !/\.(xlsx|xlsm|xls|ods|7z|rar|zip)$/i.test(name) ||
    name.startsWith('__MACOSX/') ||
    /(^|\/)\./.test(name)
  )
    return null;
  return 'It is not read inside an archive: unpack it and load it by itself.';
}

async function firstBytes(path: string, count: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unreadable(head: Uint8Array): { unread?: string } {
  const packing = packingOf(head);
  if (packing !== null)
    return {
      unread: `It is packed with ${packing} inside another archive. Unpack it and load the files in it.`,
    };
  const why = noTable(head);
  return why === null ? {} : { unread: `${why}.` };
}
