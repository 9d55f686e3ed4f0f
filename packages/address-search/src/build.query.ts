import { finished } from 'node:stream/promises';
import type { DbClient } from '@domesday/db';
import { from as copyFrom } from 'pg-copy-streams';

/** A COPY into a table; awaits the server when its buffer is full. */
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

/** One COPY of a text in memory. */
export async function copyText(client: DbClient, target: string, text: string): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  stream.end(text);
  await finished(stream);
}

type AddressRow = [
  postcode: string,
  uprn: string,
  address: string,
  country: string | null,
  latitude: string | null,
  longitude: string | null,
  served: string | null,
];

// Values that are only copied stay text.
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/**
 * Every spelling of every home, with the served address if it is another one in the same postcode. The join is skipped
 * if no source has a second spelling.
 */
async function spellings(client: DbClient): Promise<string> {
  const { rows } = await client.query<{ several: boolean }>(
    `select exists (select from address_records where variant > 0)
            or (select count(distinct source) > 1 from address_records) as several`,
  );
  const served =
    'select postcode, uprn, address, country, latitude, longitude, null::text as served from addresses';
  if (!rows[0]!.several) return served;
  return `${served} union all
    select r.postcode, r.uprn, r.address, a.country, a.latitude, a.longitude, a.address
      from address_records r join addresses a using (uprn, postcode)
     where r.variant > 0 or r.source <> a.source`;
}

/** A cursor over spellings in order of postcode, the served one first. It sorts: no index. */
export async function openAddresses(client: DbClient, condition: string): Promise<void> {
  await client.query(
    `declare addresses_to_index no scroll cursor for
     select postcode, uprn, address, country, latitude, longitude, served
       from (${await spellings(client)}) s ${condition} order by postcode, uprn, served nulls first, address`,
  );
}

export async function nextAddresses(client: DbClient, count: number): Promise<AddressRow[]> {
  const { rows } = await client.query<AddressRow>({
    text: `fetch ${Math.floor(count)} from addresses_to_index`,
    rowMode: 'array',
    types: AS_TEXT as never,
  });
  return rows;
}

export async function closeAddresses(client: DbClient): Promise<void> {
  await client.query('close addresses_to_index');
}

/**
 * A hash for each postcode that changes with any spelling of its homes. Index: none, it reads `addresses` whole.
 */
export async function markPostcodes(client: DbClient, target: string): Promise<void> {
  await client.query(
    `insert into ${target} (postcode, mark)
     select postcode,
            bit_xor(hashtextextended(address, uprn) # hashtextextended(coalesce(country, ''), uprn)
                    # hashfloat8extended(coalesce(latitude, 0), uprn)
                    # hashfloat8extended(coalesce(longitude, 0), uprn + 1))
       from (${await spellings(client)}) s group by postcode`,
  );
}

/** Postcodes whose homes have changed since the index was built. Index: the primary key of the marks. */
export async function changedPostcodes(client: DbClient, fresh: string, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ postcode: string }>(
    `select coalesce(n.postcode, o.postcode) as postcode
       from ${fresh} n full join address_postcode_marks o on o.postcode = n.postcode
      where n.mark is distinct from o.mark limit $1`,
    [limit],
  );
  return rows.map((row) => row.postcode);
}

/** Increments the version, by which running servers notice that the dictionary changed. */
export async function raiseVersion(client: DbClient): Promise<void> {
  await client.query(
    `update address_index_state
        set version = version + 1, documents = (select count(*) from address_documents)`,
  );
}
