import type { DbClient } from '@domesday/db';
import { rebuildTables } from '../pipeline/rebuild.query.ts';
import { changedPostcodes, copyWriter, markPostcodes, raiseVersion } from './build.query.ts';
import { documentsOf, type HomeRow, type StreetDocument, vectorText } from './documents.ts';

/** Where more than this share of the postcodes changed, everything is built anew. */
const REBUILD_SHARE = 0.15;
const CHUNK = 1 << 16;

const nullable = (value: string | number | null): string | number => value ?? '\\N';
const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, ' ');

/** COPY text of documents and homes, buffered; documents are numbered from `next`. */
function lineWriter(
  next: number,
  counts: Map<string, number>,
): {
  add(postcode: string, document: StreetDocument): void;
  documents: string[];
  homes: string[];
  size: number;
} {
  let id = next;
  const writer = {
    documents: [] as string[],
    homes: [] as string[],
    size: 0,
    add(postcode: string, document: StreetDocument): void {
      id += 1;
      // One document in sixteen is in the sample that answers queries of common words alone.
      const sampled = Math.imul(id, 0x9e3779b1) >>> 28 === 0;
      const line = `${id}\t${postcode}\t${escaped(document.text)}\t${vectorText(document.words)}\t${document.homes.length}\t${sampled}\n`;
      writer.documents.push(line);
      writer.size += line.length;
      for (const word of document.words) {
        if (!word.startsWith('#')) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      document.homes.forEach((home, order) => {
        const text = `${id}\t${order}\t${nullable(home.house)}\t${nullable(home.house_to)}\t${home.suffix}\t${nullable(home.unit)}\t${home.identity_key}\t${home.uprn}\t${escaped(home.address)}\t${nullable(home.country)}\t${nullable(home.latitude)}\t${nullable(home.longitude)}\n`;
        writer.homes.push(text);
        writer.size += text.length;
      });
    },
  };
  return writer;
}

export interface IndexBuild {
  mode: 'full' | 'incremental' | 'unchanged';
  postcodes: number | null;
}

/**
 * Brings the search structures up to `addresses`, inside the caller's transaction: those postcodes that changed
 * where they are few, else everything in new tables that take the place of the old at the end. Searches read the
 * old rows until the transaction commits.
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
 * Writes documents and homes of the addresses that `condition` selects. One connection cannot read and write at
 * once, so rows pass through memory in portions cut by postcode.
 */
async function fill(
  client: DbClient,
  condition: string,
  firstId: number,
  counts: Map<string, number>,
  documents: string,
  premises: string,
): Promise<void> {
  const writer = lineWriter(firstId, counts);
  const cursor = `copy_addresses_${Date.now().toString(36)}`;
  await client.query(
    `declare ${cursor} no scroll cursor for
     select postcode, uprn, address, country, latitude, longitude from addresses ${condition} order by postcode, uprn`,
  );
  let carried: { postcode: string; rows: HomeRow[] } = { postcode: '', rows: [] };
  const finish = (): void => {
    if (carried.rows.length === 0) return;
    for (const document of documentsOf(carried.postcode, carried.rows))
      writer.add(carried.postcode, document);
  };
  for (;;) {
    const { rows } = await client.query<
      [string, number, string, string | null, number | null, number | null]
    >({
      text: `fetch 20000 from ${cursor}`,
      rowMode: 'array',
    });
    for (const [postcode, uprn, address, country, latitude, longitude] of rows) {
      if (postcode !== carried.postcode) {
        finish();
        carried = { postcode, rows: [] };
      }
      carried.rows.push({ uprn, address, country, latitude, longitude });
    }
    if (rows.length === 0) finish();
    if (rows.length === 0 || writer.size > 4 * CHUNK) await flush(client, writer, documents, premises);
    if (rows.length === 0) break;
  }
  await client.query(`close ${cursor}`);
}

async function flush(
  client: DbClient,
  writer: ReturnType<typeof lineWriter>,
  documents: string,
  premises: string,
): Promise<void> {
  const first = copyWriter(client, documents);
  await first.write(writer.documents.join(''));
  await first.end();
  const second = copyWriter(client, premises);
  await second.write(writer.homes.join(''));
  await second.end();
  writer.documents.length = 0;
  writer.homes.length = 0;
  writer.size = 0;
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
