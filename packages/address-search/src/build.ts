import { setImmediate } from 'node:timers/promises';
import type { DbClient } from '@domesday/db';
import { rebuildTables } from '@domesday/loading/rebuild.query';
import {
  changedPostcodes,
  closeAddresses,
  copyText,
  copyWriter,
  markPostcodes,
  nextAddresses,
  openAddresses,
  raiseVersion,
} from './build.query.ts';
import { documentsOf, type HomeRow, vectorText } from './documents.ts';

/** If more than this share of the postcodes changed, everything is rebuilt. */
const REBUILD_SHARE = 0.15;
const CHUNK = 1 << 16;
const PORTION = 4000;
/** After so many postcodes the event loop gets a turn, so that the connection can send and receive. */
const POSTCODES_AT_ONCE = 20;
const UNSAFE = /[\\\t\n\r]/;
const NULL = '\\N';

const escaped = (text: string): string => (UNSAFE.test(text) ? text.replace(/[\\\t\n\r]/g, ' ') : text);

/** COPY text of documents and homes, buffered until it is sent; documents are numbered from `next`. */
interface Gathered {
  next: number;
  documents: string;
  homes: string;
  /** How many documents hold each word. */
  counts: Map<string, number>;
}

/** In the form in which `documentsOf` writes the served address of the same home. */
function servedText(address: string, postcode: string): string {
  const upper = escaped(address.toUpperCase());
  return upper.endsWith(postcode) ? upper : `${upper}, ${postcode}`;
}

function gather(into: Gathered, postcode: string, rows: readonly HomeRow[]): void {
  for (const { text, words, homes } of documentsOf(postcode, rows)) {
    into.next += 1;
    const id = into.next;
    // One document in 16 is in the sample for common words, one in 256 in the sample for very common ones.
    const hash = Math.imul(id, 0x9e3779b1) >>> 24;
    const sample = hash === 0 ? 2 : hash < 16 ? 1 : 0;
    into.documents += `${id}\t${postcode}\t${escaped(text)}\t${vectorText(words)}\t${homes.length}\t${sample}\n`;
    for (const word of words) into.counts.set(word, (into.counts.get(word) ?? 0) + 1);
    for (let order = 0; order < homes.length; order += 1) {
      const { row, reading, address } = homes[order]!;
      const { house, house_to, suffix, unit, identity_key } = reading;
      into.homes += `${id}\t${order}\t${house ?? NULL}\t${house_to ?? NULL}\t${suffix}\t${unit ?? NULL}\t${identity_key}\t${row.uprn}\t${escaped(address)}\t${row.country ?? NULL}\t${row.latitude ?? NULL}\t${row.longitude ?? NULL}\t${row.served === null ? NULL : servedText(row.served, postcode)}\n`;
    }
  }
}

export interface IndexBuild {
  mode: 'full' | 'incremental' | 'unchanged';
  postcodes: number | null;
}

/**
 * Brings the search index up to date with `addresses`, inside the caller's transaction: only the postcodes that
 * changed if they are few, else everything in new tables that replace the old ones at the end. Searches read the old
 * rows until the transaction commits.
 */
export async function rebuildAddressIndex(client: DbClient): Promise<IndexBuild> {
  const { rows } = await client.query<{ documents: number }>('select documents from address_index_state');
  const before = rows[0]?.documents ?? 0;
  if (before > 0) {
    await client.query(
      'create temporary table fresh_marks (postcode text collate "C", mark bigint) on commit drop',
    );
    await markPostcodes(client, 'fresh_marks');
    const limit = Math.max(50, Math.floor(before * REBUILD_SHARE));
    const changed = await changedPostcodes(client, 'fresh_marks', limit + 1);
    if (changed.length === 0) {
      await client.query('drop table fresh_marks');
      return { mode: 'unchanged', postcodes: 0 };
    }
    if (changed.length <= limit) {
      await updatePostcodes(client, changed);
      await client.query('drop table fresh_marks');
      return { mode: 'incremental', postcodes: changed.length };
    }
    await client.query('drop table fresh_marks');
  }
  await buildWhole(client);
  return { mode: 'full', postcodes: null };
}

const TABLES = ['address_documents', 'address_premises', 'address_words', 'address_postcode_marks'];

async function buildWhole(client: DbClient): Promise<void> {
  await rebuildTables(client, TABLES, async (fresh) => {
    const counts = new Map<string, number>();
    await fill(client, '', 0, counts, fresh('address_documents'), fresh('address_premises'));
    await writeWords(client, fresh('address_words'), counts);
    await markPostcodes(client, fresh('address_postcode_marks'));
  });
  await raiseVersion(client);
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
 * Writes documents and homes of the addresses that `condition` selects. The server reads the next portion and writes
 * the last one while this process works on the current one.
 */
async function fill(
  client: DbClient,
  condition: string,
  firstId: number,
  counts: Map<string, number>,
  documents: string,
  premises: string,
): Promise<void> {
  const gathered: Gathered = { next: firstId, documents: '', homes: '', counts };
  await openAddresses(client, condition);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done;
    // Awaited one portion later; a rejection must not be unhandled until then.
    done.catch(() => {});
    return done;
  };
  const next = (): ReturnType<typeof nextAddresses> => inTurn(() => nextAddresses(client, PORTION));
  // Two portions ahead, so that the server reads one and writes one while a third is being processed.
  const ahead = [next(), next()];
  let written: Promise<unknown> = ahead[0]!;
  let postcode = '';
  let homes: HomeRow[] = [];
  for (;;) {
    const rows = await ahead.shift()!;
    if (rows.length > 0) ahead.push(next());
    let postcodes = 0;
    for (const [own, uprn, address, country, latitude, longitude, served] of rows) {
      if (own !== postcode) {
        gather(gathered, postcode, homes);
        postcode = own;
        homes = [];
        postcodes += 1;
        if (postcodes % POSTCODES_AT_ONCE === 0) await setImmediate();
      }
      homes.push({ uprn, address, country, latitude, longitude, served });
    }
    if (rows.length === 0) gather(gathered, postcode, homes);
    await written;
    const { documents: streets, homes: premisesOf } = gathered;
    written = inTurn(async () => {
      await copyText(client, documents, streets);
      await copyText(client, premises, premisesOf);
    });
    gathered.documents = '';
    gathered.homes = '';
    if (rows.length === 0) break;
  }
  await written;
  await inTurn(() => closeAddresses(client));
}

/** Replaces the documents of some postcodes in place. */
async function updatePostcodes(client: DbClient, postcodes: string[]): Promise<void> {
  await client.query('create temporary table changed_postcodes (postcode text collate "C") on commit drop');
  await client.query('insert into changed_postcodes select unnest($1::text[])', [postcodes]);
  await client.query(
    `update address_words w set documents = greatest(0, w.documents - gone.n)
       from (select lexeme as word, count(*)::integer as n
               from address_documents d join changed_postcodes using (postcode), unnest(d.words)
              group by lexeme) gone
      where gone.word = w.word`,
  );
  await client.query(
    `delete from address_premises p using address_documents d, changed_postcodes c
      where c.postcode = d.postcode and p.document_id = d.id`,
  );
  await client.query(
    'delete from address_documents d using changed_postcodes c where c.postcode = d.postcode',
  );
  const { rows } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from address_documents',
  );
  const counts = new Map<string, number>();
  await fill(
    client,
    'where postcode in (select postcode from changed_postcodes)',
    rows[0]!.id,
    counts,
    'address_documents',
    'address_premises',
  );
  await client.query(
    `insert into address_words (word, documents) select * from unnest($1::text[], $2::integer[])
     on conflict (word) do update set documents = address_words.documents + excluded.documents`,
    [[...counts.keys()], [...counts.values()]],
  );
  await client.query(
    'delete from address_postcode_marks m using changed_postcodes c where c.postcode = m.postcode',
  );
  await client.query(
    'insert into address_postcode_marks select n.postcode, n.mark from fresh_marks n join changed_postcodes using (postcode)',
  );
  await client.query('drop table changed_postcodes');
  await raiseVersion(client);
}
