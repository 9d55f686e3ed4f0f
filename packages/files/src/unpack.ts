import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import yauzl from 'yauzl';
import { LoadError } from './errors.ts';
import { isWorkbook, sheetsOf } from './spreadsheet.ts';
import type { FetchedFile, Guards } from './types.ts';

// A CommonJS bundle whose names Node cannot see from outside.
const { XzReadableStream } = createRequire(import.meta.url)(
  'xz-decompress',
) as typeof import('xz-decompress');

/** One file inside a file: of an archive, or the file itself where it is none. */
export interface Entry {
  name: string;
  /** True where it came out of an archive, so that its neighbours may be something else altogether. */
  archived: boolean;
  bytes: AsyncIterable<Uint8Array>;
  /** True of a sheet of a workbook, which is read as the CSV that it would be saved as. */
  sheet?: boolean;
}

export interface UnpackOptions {
  guards: Guards;
  /** Bytes read of the file as stored, so far. */
  onBytes?(read: number): void;
}

const CHUNK = 256 * 1024;
const RATIO_FROM = 64 * 1024 * 1024;
/** A workbook has a few dozen parts. */
const MOST_PARTS = 2000;

/**
 * The data files in a file, whatever it is packed in: plain, gz, xz, zip, tar, tar.gz or tar.xz, told by
 * content and not by name. Each entry must be read, or left, before the next is asked for.
 */
export async function* entriesOf(file: FetchedFile, options: UnpackOptions): AsyncGenerator<Entry> {
  try {
    yield* unpackedEntries(file, options);
  } catch (error) {
    throw isOurs(error) ? error : damaged(file.name, error);
  }
}

async function* unpackedEntries(file: FetchedFile, options: UnpackOptions): AsyncGenerator<Entry> {
  const magic = await firstBytes(file.path, 8);
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
      512,
    );
    if (isTar(head)) yield* tarEntries(whole, file, options);
    else yield { name: file.name.replace(/\.(gz|xz)$/i, ''), archived: false, bytes: whole };
  } finally {
    raw.destroy();
  }
}

async function* tarEntries(
  bytes: AsyncIterable<Uint8Array>,
  file: FetchedFile,
  options: UnpackOptions,
): AsyncGenerator<Entry> {
  const tar = extract();
  const source = Readable.from(bytes, { objectMode: false });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  let count = 0;
  try {
    for await (const entry of tar) {
      if (entry.header.type === 'file' && isData(entry.header.name)) {
        tooMany(++count, file, options.guards);
        yield { name: entry.header.name, archived: true, bytes: undestroyed(entry, file.name) };
      }
      entry.resume();
    }
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/** To destroy one entry of a tar would end the whole archive, so a reader that leaves early must not. */
async function* undestroyed(entry: AsyncIterable<unknown>, file: string): AsyncGenerator<Uint8Array> {
  const source = entry[Symbol.asyncIterator]();
  for (;;) {
    const next = await source.next().catch((error: unknown) => {
      throw error instanceof LoadError ? error : damaged(file, error);
    });
    if (next.done) return;
    yield next.value as Uint8Array;
  }
}

/** The parts of an .xlsx or .ods file; null of any other zip. */
async function workbookParts(file: FetchedFile): Promise<yauzl.Entry[] | null> {
  const zip = await yauzl.openPromise(file.path, { autoClose: false, lazyEntries: true });
  try {
    if (zip.entryCount > MOST_PARTS) return null;
    const parts: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) parts.push(entry);
    return isWorkbook(new Set(parts.map((part) => part.fileName))) ? parts : null;
  } catch (error) {
    throw damaged(file.name, error);
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
    const stream = await zip.openReadStreamPromise(part);
    return guarded(stream, () => part.compressedSize, `${file.name}/${part.fileName}`, options.guards);
  };
  try {
    for await (const sheet of sheetsOf(parts, open, file.name)) {
      yield { name: sheet.name, archived: true, sheet: true, bytes: sheet.bytes };
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
      if (entry.fileName.endsWith('/') || !isData(entry.fileName)) continue;
      tooMany(++count, file, options.guards);
      const stream = await zip.openReadStreamPromise(entry);
      const guardedBytes = guarded(stream, () => entry.compressedSize, entry.fileName, options.guards);
      const [head, whole] = await peek(guardedBytes, 8);
      // A publisher now and then zips files that are compressed already.
      const bytes = startsWith(head, [0x1f, 0x8b])
        ? guarded(gunzipped(Readable.from(whole)), () => entry.compressedSize, entry.fileName, options.guards)
        : whole;
      try {
        yield { name: entry.fileName, archived: true, bytes };
      } finally {
        stream.destroy();
      }
      stored += entry.compressedSize;
      options.onBytes?.(stored);
    }
  } catch (error) {
    throw error instanceof LoadError ? error : damaged(file.name, error);
  } finally {
    zip.close();
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, tell: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    tell();
    yield chunk;
  }
}

/** A fault of the source ends the stream with that fault: left to itself it would end the process. */
export function gunzipped(source: Readable, chunkSize = CHUNK): Gunzip {
  const gunzip = createGunzip({ chunkSize });
  source.on('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

/** Stops a file that unpacks into far more than any real one does, and says in a sentence that it is damaged. */
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
        throw error instanceof LoadError ? error : damaged(name, error);
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

/** A sentence for the operator already, or a mistake of this program, which no file is to blame for. */
export function isOurs(error: unknown): boolean {
  return error instanceof LoadError || error instanceof TypeError || error instanceof ReferenceError;
}

export function damaged(name: string, error: unknown): LoadError {
  return new LoadError('archive', `${name} is damaged or incomplete: ${(error as Error).message}.`);
}

function tooMany(count: number, file: FetchedFile, guards: Guards): void {
  if (count > guards.maxEntries) {
    throw new LoadError('archive', `${file.name} holds more than ${guards.maxEntries} files.`);
  }
}

/** Files that can hold rows: documents, pictures and hidden files in an archive are passed over. */
function isData(name: string): boolean {
  const base = name.split('/').pop() ?? '';
  if (base.startsWith('.') || name.startsWith('__MACOSX/')) return false;
  return /\.(csv|txt|tsv|gz|blm|blt)$/i.test(base) || !base.includes('.');
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

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

function isTar(head: Uint8Array): boolean {
  return head.length >= 262 && Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar';
}

/** The first bytes, and the whole stream as though they had not been read. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
  count: number,
): Promise<[Uint8Array, AsyncGenerator<Uint8Array>]> {
  const source = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await source.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen;
      for (;;) {
        const next = await source.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  return [Buffer.concat(seen), again()];
}
