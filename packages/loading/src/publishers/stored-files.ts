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
  /**
   * The length of the whole file, if the publisher states it. A part of this length is complete and only lacks its
   * hash.
   */
  total?: number;
  /** Set if the publisher encoded the file: offsets then differ, so a part cannot be resumed. */
  encoded?: true;
  /** Set when the download is complete. */
  hash?: string;
  bytes?: number;
  /** Hash of the edition before, which is deleted once this one is complete. */
  former_hash?: string;
}

/**
 * Where a download is kept: `part` is the incomplete file, `notes` what is known about it. The complete file stands in
 * `folder` under its hash.
 */
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

/** Bytes of the file that are already on disk, so that a download need not write them again. */
export async function heldBytes(
  { address, bytes }: { address: string; bytes?: number | null },
  home: string,
): Promise<number> {
  const place = placeOf(address, home);
  const stored = await readNotes(place);
  const whole = stored?.hash ? await sizeOf(join(place.folder, stored.hash)) : 0;
  // A stored file of another length is another edition, which stays beside the new one.
  if (whole > 0) return whole === (bytes ?? whole) ? whole : 0;
  return sizeOf(place.part);
}

export async function readNotes(place: Place): Promise<Notes | null> {
  if (!existsSync(place.notes)) return null;
  try {
    return JSON.parse(await readFile(place.notes, 'utf8')) as Notes;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Cut off by a crash of an earlier version, which wrote notes in place: the edition of the part is then unknown.
    return null;
  }
}

/**
 * Writes the notes to a new file and renames it, so that a full disk leaves the old notes, without which no part can be
 * resumed.
 */
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
 * Cleans up after an earlier run. Stores a complete part, since a process may die while it computes the hash; deletes
 * it if its MD5 is not the expected one. Deletes a stored file whose content no longer matches its hash, so that the
 * file is downloaded again.
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
 * Stores the complete part under its hash. If its MD5 is not the one that the publisher lists, returns that MD5
 * instead.
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
