import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@domesday/files/machine';

/** What is stored beside a download. The address that a redirect led to is never written. */
export interface Notes {
  name: string;
  etag: string | null;
  last_modified: string | null;
  /** The length of the whole, where the publisher states it: a part of this length only lacks its hash. */
  total?: number;
  /** Set where the publisher encoded what it sent: a part of it has other offsets, and cannot be resumed. */
  encoded?: true;
  /** Set when the download is complete. */
  hash?: string;
  bytes?: number;
  /** The edition before, which goes once this one is whole. */
  former_hash?: string;
}

/** Where a download is kept: what has come of it, what is known of it, and beside them the whole under its hash. */
export interface Place {
  folder: string;
  part: string;
  notes: string;
}

export function placeOf(address: string, home: string): Place {
  const folder = join(home, 'files');
  const key = createHash('sha256').update(address).digest('hex').slice(0, 32);
  return { folder, part: join(folder, `${key}.part`), notes: join(folder, `${key}.json`) };
}

/** Bytes on the disk that a download of the file does not write again. */
export async function heldBytes(
  { address, bytes }: { address: string; bytes?: number | null },
  home: string,
): Promise<number> {
  const place = placeOf(address, home);
  const stored = await readNotes(place);
  const whole = stored?.hash ? await sizeOf(join(place.folder, stored.hash)) : 0;
  // A stored file of another length is of another edition, and stays beside the new one.
  if (whole > 0) return whole === (bytes ?? whole) ? whole : 0;
  return sizeOf(place.part);
}

export async function readNotes(place: Place): Promise<Notes | null> {
  if (!existsSync(place.notes)) return null;
  try {
    return JSON.parse(await readFile(place.notes, 'utf8')) as Notes;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Written in place by an earlier version that died over it: what came cannot be told from another edition.
    return null;
  }
}

/** Renamed into their place, so that a full disk leaves those that stand, without which no part can be resumed. */
export async function writeNotes(place: Place, notes: Notes): Promise<void> {
  const fresh = `${place.notes}.${randomUUID()}`;
  try {
    await writeWhole(fresh, JSON.stringify(notes));
    await rename(fresh, place.notes);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/**
 * Brings into order what an earlier run left. A part that is whole is stored, since a process may die while it takes
 * its hash; one with another MD5 than is `wanted` goes. A stored file whose content is no longer that of its hash goes
 * too, so that the publisher is not asked whether that has changed.
 */
export async function settle(place: Place, md5: string | null): Promise<void> {
  const notes = await readNotes(place);
  if (notes === null) return;
  const stored = notes.hash && join(place.folder, notes.hash);
  if (stored && existsSync(stored)) {
    if ((await digestsOf(stored)).sha256 !== notes.hash) await rm(stored, { force: true });
    return;
  }
  const whole = notes.bytes ?? notes.total;
  if (whole === undefined || (await sizeOf(place.part)) !== whole) return;
  const { hash: _, bytes: __, ...known } = notes;
  if (!('hash' in (await store(place, known, md5)))) await rm(place.part, { force: true });
}

/**
 * Stores the part, which is whole, under its hash; or answers its MD5, which is not the one that its publisher lists.
 */
export async function store(
  place: Place,
  notes: Notes,
  listed_md5: string | null,
): Promise<{ hash: string; path: string } | { md5: string }> {
  const { sha256: hash, md5 } = await digestsOf(place.part);
  if (listed_md5 && listed_md5.toLowerCase() !== md5) return { md5 };
  const { former_hash, ...rest } = notes;
  await writeNotes(place, { ...rest, hash, bytes: await sizeOf(place.part) });
  const path = join(place.folder, hash);
  await rename(place.part, path);
  if (former_hash && former_hash !== hash) await rm(join(place.folder, former_hash), { force: true });
  return { hash, path };
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function digestsOf(path: string): Promise<{ sha256: string; md5: string }> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}
