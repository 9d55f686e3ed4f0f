import { finished } from 'node:stream/promises';
import type { DbClient } from '@domesday/db';
import { from as copyFrom } from 'pg-copy-streams';

/** A COPY into a table that waits for the server when it falls behind. */
export function copyWriter(
  client: DbClient,
  target: string,
): { write(text: string): Promise<void>; end(): Promise<void> } {
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure = error;
  });
  return {
    async write(text) {
      if (failure) throw failure;
      if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve));
    },
    async end() {
      stream.end();
      await finished(stream);
    },
  };
}

/** A number per postcode that changes with any of its homes. Index: none, it reads `addresses` whole. */
export async function markPostcodes(client: DbClient, target: string): Promise<void> {
  await client.query(
    `insert into ${target} (postcode, mark)
     select postcode, sum(hashtextextended(uprn || address || coalesce(country, '') || coalesce(latitude::text, '')
              || coalesce(longitude::text, ''), 0) / 4096)::bigint
       from addresses group by postcode`,
  );
}

/** Postcodes whose homes differ from those the index was built from. Index: the primary key of the marks. */
export async function changedPostcodes(client: DbClient, fresh: string, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ postcode: string }>(
    `select coalesce(n.postcode, o.postcode) as postcode
       from ${fresh} n full join address_postcode_marks o on o.postcode = n.postcode
      where n.mark is distinct from o.mark limit $1`,
    [limit],
  );
  return rows.map((row) => row.postcode);
}

/** Raises the version by which running servers notice that the dictionary changed. */
export async function raiseVersion(client: DbClient): Promise<void> {
  await client.query(
    `update address_index_state
        set version = version + 1, documents = (select count(*) from address_documents)`,
  );
}
