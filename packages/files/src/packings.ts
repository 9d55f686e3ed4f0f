import type { Entry, ZipFile } from 'yauzl';
import { LoadError } from './errors.ts';

/** Compression and archive formats by their first bytes. */
const PACKINGS: [string, number[]][] = [
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['LZ4', [0x04, 0x22, 0x4d, 0x18]],
  ['compress', [0x1f, 0x9d]],
];
const READ = new Set(['gzip', 'xz', 'zip']);

/** The format in which a file is packed; null if it is not packed. */
export function packingOf(head: Uint8Array): string | null {
  return PACKINGS.find(([, magic]) => startsWith(head, magic))?.[0] ?? null;
}

/** Formats that are not packed and not tables, by their first bytes, with what to do. */
const NO_TABLES: [string, number[]][] = [
  [
    'It is a document of Excel or Word from before 2007. Open it there, save it as "CSV UTF-8", and load that file',
    [0xd0, 0xcf, 0x11, 0xe0],
  ],
  ['It is a PDF, not a table: look for the table that it was made from', [0x25, 0x50, 0x44, 0x46]],
  ['It is a Parquet file: write it as CSV, and load that file', [0x50, 0x41, 0x52, 0x31]],
];

/** Describes a file that is not packed and is no table, as a sentence without its full stop; null for other files. */
export function noTable(head: Uint8Array): string | null {
  return NO_TABLES.find(([, magic]) => startsWith(head, magic))?.[0] ?? null;
}

/** The format in which a file is packed, if it is one that is not read; else null. */
export function unreadPackingOf(head: Uint8Array): string | null {
  const packing = packingOf(head);
  return packing === null || READ.has(packing) ? null : packing;
}

/** Bytes that are enough to recognise a tar. */
export const TAR_HEAD = 512;

/**
 * Whether a file is a tar, by the checksum of its first header, which the old format also has. The checksum counts its
 * own field as blanks.
 */
export function isTar(head: Uint8Array): boolean {
  if (head.length < TAR_HEAD || head[0] === 0) return false;
  const checksum = Number.parseInt(Buffer.from(head.subarray(148, 156)).toString('latin1'), 8);
  let sum = 8 * 32;
  for (let i = 0; i < TAR_HEAD; i++) if (i < 148 || i >= 156) sum += head[i]!;
  return sum === checksum;
}

/** Throws if a file is no table, or is packed although its reader does not unpack it. The message says what to do. */
export function refusePacked(name: string, head: Uint8Array): void {
  const packing = isTar(head) ? 'tar' : packingOf(head);
  const why = noTable(head);
  const refusal =
    packing !== null
      ? `${name} is packed with ${packing}, which is not read here. Unpack it and load the files in it.`
      : why && `${name} is not read: ${why[0]!.toLowerCase()}${why.slice(1)}.`;
  if (refusal) throw new LoadError('refused', refusal);
}

/**
 * Compression methods of zip members that are read, and the names of others, such as the one Windows uses for files of
 * 2 GB and more.
 */
const STORED = 0;
const DEFLATED = 8;
const METHODS = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
]);

/** Opens one member of a zip. Throws if it needs a password or another program; the message says what to do. */
export async function openMember(zip: ZipFile, entry: Entry, archive: string) {
  const refused = (why: string) => new LoadError('refused', `${archive} ${why}`);
  if (entry.isEncrypted())
    throw refused('is locked with a password. Unpack it with the password and load the files in it.');
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED) {
    const packing = METHODS.get(method) ?? `method ${method} of ZIP`;
    throw refused(`is packed with ${packing}, which is not read here. Unpack it and load the files in it.`);
  }
  return zip.openReadStreamPromise(entry);
}

export function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
