import { setImmediate } from 'node:timers/promises';
import { command, copyText, copyWriter, type DbClient } from '@domesday/db';
import { rebuildTables } from '@domesday/loading/rebuild.query';
import {
  addWords,
  changedPostcodes,
  changedTable,
  changedTouched,
  deleteDocuments,
  deleteMarks,
  deletePremises,
  type Extent,
  fillMarks,
  forgetWords,
  isCompact,
  keepMarks,
  lastDocument,
  makeFreshMarks,
  makeTouchedMarks,
  openSpellings,
  raiseVersion,
} from './build.query.ts';
import { documentsOf, type HomeRow, vectorText } from './documents.ts';
import { indexVersion } from './search.query.ts';
import { sharedEnd } from './shared-end.ts';

/** If more than this share of the postcodes changed, everything is rebuilt. */
const REBUILD_SHARE = 0.15;
const CHUNK = 1 << 16;
const PORTION = 4000;
const PORTIONS_AHEAD = 5;
/**
 * Bytes of homes in one COPY. PostgreSQL extends a new table by up to half a megabyte at a time, and the part that a
 * COPY does not fill stays empty for good.
 */
const COPIED_AT_ONCE = 1 << 23;
/** Postcodes between turns of the event loop, so that the connection can send and receive. */
const POSTCODES_AT_ONCE = 20;
const UNSAFE = /[\\\t\n\r]/;
const NULL = '\\N';

const escaped = (text: string): string => (UNSAFE.test(text) ? text.replace(/[\\\t\n\r]/g, ' ') : text);

/** A row of `openSpellings`, as texts. */
type Spelling = [
  postcode: string,
  uprn: string,
  address: string,
  country: string | null,
  latitude: string | null,
  longitude: string | null,
  served: string | null,
  served_postcode: string | null,
  postcode_from: string | null,
];

/** COPY text of documents and homes, buffered until it is sent. `next` is the last document id in use. */
interface Collected {
  next: number;
  documents: string;
  homes: string;
  /** The number of documents that contain each word. */
  counts: Map<string, number>;
  /** Whether rows of homes omit the values that their document or `addresses` already holds. */
  compact: boolean;
}

/** A served address in the form in which `documentsOf` writes it: upper case, with its postcode. */
function servedText(address: string, postcode: string | null): string {
  const upper = escaped(address.toUpperCase());
  return postcode === null || upper.endsWith(postcode) ? upper : `${upper}, ${postcode}`;
}

/**
 * The sample of a document: 2 for one in 256 (very common words), 1 for one in 16 (common words), else 0. Computed from
 * the text, not from the id, since ids depend on the order of loads.
 */
function sampleOf(postcode: string, text: string): 0 | 1 | 2 {
  let hash = 0x811c9dc5;
  for (const part of [postcode, text])
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
  const byte = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 24;
  return byte === 0 ? 2 : byte < 16 ? 1 : 0;
}

function addDocuments(into: Collected, postcode: string, rows: readonly HomeRow[]): void {
  for (const { text, words, homes } of documentsOf(postcode, rows)) {
    into.next += 1;
    const id = into.next;
    const sample = sampleOf(postcode, text);
    // Empty keys stay empty, so they do not limit the end that the others share.
    const keys = homes.map(({ reading }) => reading.identity_key).filter((key) => key !== '');
    const address_end = into.compact ? sharedEnd(homes.map(({ address }) => address)) : '';
    const key_end = into.compact ? sharedEnd(keys, 1) : '';
    into.documents += `${id}\t${postcode}\t${escaped(text)}\t${vectorText(words)}\t${homes.length}\t${sample}\t${escaped(address_end)}\t${key_end}\n`;
    for (const word of words) into.counts.set(word, (into.counts.get(word) ?? 0) + 1);
    for (let order = 0; order < homes.length; order += 1) {
      const { row, reading, address } = homes[order]!;
      const { house, house_to, suffix, unit } = reading;
      const [latitude, longitude] = into.compact ? [null, null] : [row.latitude, row.longitude];
      const own = address.slice(0, address.length - address_end.length);
      const key = reading.identity_key.slice(0, -key_end.length || undefined);
      into.homes += `${id}\t${order}\t${house ?? NULL}\t${house_to ?? NULL}\t${suffix}\t${unit ?? NULL}\t${key}\t${row.uprn}\t${escaped(own)}\t${row.country ?? NULL}\t${latitude ?? NULL}\t${longitude ?? NULL}\t${row.served === null ? NULL : servedText(row.served, row.served_postcode)}\t${row.served_postcode ?? NULL}\t${row.postcode_from ?? NULL}\n`;
    }
  }
}

export interface IndexBuild {
  mode: 'full' | 'incremental' | 'unchanged';
  /** The postcodes in which a spelling was added, removed or changed; null if everything was rebuilt. */
  postcodes: string[] | null;
}

/**
 * Updates the search index from `addresses`, inside the caller's transaction: only the changed postcodes if they are
 * few, else everything, in new tables that replace the old ones at the end. Searches read the old rows until the
 * transaction commits.
 */
export function rebuildAddressIndex(client: DbClient): Promise<IndexBuild> {
  return updateIndex(client, 'changed');
}

/** Rebuilds the whole index, as needed if it was built by another edition of the address parser. */
export async function buildAddressIndexAnew(client: DbClient): Promise<IndexBuild> {
  await buildWhole(client);
  return { mode: 'full', postcodes: null };
}

/** `rebuildAddressIndex` if only homes in `touched_postcodes` may have changed (see `gatherChanged`). */
export function followAddressIndex(client: DbClient): Promise<IndexBuild> {
  return updateIndex(client, 'touched');
}

async function updateIndex(client: DbClient, extent: 'changed' | 'touched'): Promise<IndexBuild> {
  const { documents: before } = await indexVersion(client);
  if (before > 0) {
    await (extent === 'touched' ? makeTouchedMarks : makeFreshMarks)(client);
    const limit = Math.max(50, Math.floor(before * REBUILD_SHARE));
    const due = extent === 'touched' ? changedTouched : changedPostcodes;
    const changed = (await due.rows(client, { limit: limit + 1 })).map((row) => row.postcode);
    if (changed.length > 0 && changed.length <= limit) await updatePostcodes(client, changed, extent);
    await command(client, 'drop table fresh_marks');
    if (changed.length === 0) return { mode: 'unchanged', postcodes: [] };
    if (changed.length <= limit) return { mode: 'incremental', postcodes: changed };
  }
  return buildAddressIndexAnew(client);
}

const TABLES = ['address_documents', 'address_premises', 'address_words', 'address_postcode_marks'];

async function buildWhole(client: DbClient): Promise<void> {
  await rebuildTables(client, TABLES, async (fresh) => {
    const counts = new Map<string, number>();
    await fill(client, 'every', 0, counts, fresh('address_documents'), fresh('address_premises'));
    await writeWords(client, fresh('address_words'), counts);
    await fillMarks(client);
  });
  await raiseVersion.run(client);
}

async function writeWords(client: DbClient, target: string, counts: Map<string, number>): Promise<void> {
  const copy = copyWriter(client, target);
  let text = '';
  for (const [word, count] of counts) {
    text += `${word}\t${count}\n`;
    if (text.length > CHUNK) {
      await copy.write(text);
      text = '';
    }
  }
  await copy.write(text);
  await copy.end();
}

/**
 * Writes the documents and homes of all postcodes, or of the changed ones. While this process works on one portion, the
 * database server reads the next portions and writes the previous ones.
 */
async function fill(
  client: DbClient,
  extent: Extent,
  firstId: number,
  counts: Map<string, number>,
  documents: string,
  premises: string,
): Promise<void> {
  const { compact } = await isCompact.one(client);
  const collected: Collected = { next: firstId, documents: '', homes: '', counts, compact };
  const cursor = await openSpellings(client, extent);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done;
    // The promise is awaited one portion later, so its rejection is marked as handled until then.
    done.catch(() => {});
    return done;
  };
  const next = () => inTurn(() => cursor.nextTexts(PORTION) as Promise<Spelling[]>);
  // Read ahead, so that portions are ready to process while the server writes.
  const ahead = Array.from({ length: PORTIONS_AHEAD }, next);
  let written: Promise<unknown> = ahead[0]!;
  let postcode = '';
  let homes: HomeRow[] = [];
  let streets: Buffer[] = [];
  let premisesOf: Buffer[] = [];
  let size = 0;
  for (;;) {
    const rows = await ahead.shift()!;
    if (rows.length > 0) ahead.push(next());
    let postcodes = 0;
    for (const [own, uprn, address, country, latitude, longitude, served, served_postcode, from] of rows) {
      if (own !== postcode) {
        addDocuments(collected, postcode, homes);
        postcode = own;
        homes = [];
        postcodes += 1;
        if (postcodes % POSTCODES_AT_ONCE === 0) await setImmediate();
      }
      homes.push({
        uprn,
        address,
        country,
        latitude,
        longitude,
        served,
        served_postcode,
        postcode_from: from,
      });
    }
    if (rows.length === 0) addDocuments(collected, postcode, homes);
    // Kept as bytes: a string concatenated from many pieces keeps every piece, 250 MB more for a million homes.
    streets.push(Buffer.from(collected.documents));
    premisesOf.push(Buffer.from(collected.homes));
    size += premisesOf.at(-1)!.length;
    collected.documents = '';
    collected.homes = '';
    if (rows.length > 0 && size < COPIED_AT_ONCE) continue;
    await written;
    const [some, theirs] = [Buffer.concat(streets), Buffer.concat(premisesOf)];
    written = inTurn(async () => {
      await copyText(client, documents, some);
      await copyText(client, premises, theirs);
    });
    if (rows.length === 0) break;
    streets = [];
    premisesOf = [];
    size = 0;
  }
  await written;
  await inTurn(() => cursor.close());
}

/** Replaces the documents of some postcodes in place. */
async function updatePostcodes(client: DbClient, postcodes: string[], extent: Extent): Promise<void> {
  await changedTable.run(client, { postcodes });
  await forgetWords.run(client);
  await deletePremises.run(client);
  await deleteDocuments.run(client);
  const { id } = await lastDocument.one(client);
  const counts = new Map<string, number>();
  await fill(client, extent, id, counts, 'address_documents', 'address_premises');
  await addWords.run(client, { words: [...counts.keys()], counts: [...counts.values()] });
  await deleteMarks.run(client);
  await keepMarks.run(client);
  await command(client, 'drop table changed_postcodes');
  await raiseVersion.run(client);
}
