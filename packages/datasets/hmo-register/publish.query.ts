import { matchPrepared, parseAddress, prepareAddress, prepareCandidates } from '@domesday/addresses';
import type { DbClient } from '@domesday/db';
import type { Staged } from '../pipeline/types.ts';

const KEPT = `authority_code, register, licence_number, licence_type, native_status, pending, ended, address, postcode,
  uprn, issued, expires, max_occupants, max_households, storeys, rooms_sleeping`;

/** Licences served now of the registers that are staged; index hmo_licences_register. */
export async function replacedLicences({ client, table }: Staged): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from hmo_licences t
      where (t.authority_code, t.register) in (select s.authority_code, s.register from ${table} s)`,
  );
  return rows[0]!.n;
}

/** The newest day of issue, not beyond today. One sequential read of staging. */
export async function newestLicence({ client, table }: Staged): Promise<string | null> {
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(issued) as newest from ${table} where issued <= current_date`,
  );
  return rows[0]!.newest;
}

/** Puts the staged register in the place of the same authority's register of that name. */
export async function publishRegister({ client, table, load_id, replace }: Staged): Promise<number> {
  const same = replace
    ? 'true'
    : `(t.authority_code, t.register) in (select s.authority_code, s.register from ${table} s)`;
  await client.query(`delete from hmo_licences t where ${same}`);
  await client.query(`delete from hmo_registers t where ${same}`);
  const written = await client.query(
    `insert into hmo_licences (${KEPT}, uprn_recorded, uprn_confidence, load_id)
     select ${KEPT}, uprn is not null, case when uprn is not null then 1 end, $1 from ${table}`,
    [load_id],
  );
  await client.query(
    `insert into hmo_registers (authority_code, register, authority_name, register_date, loaded_at, load_id)
     select authority_code, register, max(authority_name), max(register_date), clock_timestamp(), $1
       from ${table} group by authority_code, register`,
    [load_id],
  );
  return written.rowCount ?? 0;
}

interface Unlinked {
  id: number;
  address: string;
  postcode: string;
}
const POSTCODES_AT_ONCE = 500;

/**
 * Links licences without a UPRN of their own to the addresses of their postcode, and gives every licence the
 * position of its property, else the middle of its postcode. Indexes: addresses_postcode, primary keys.
 */
export async function placeLicences(client: DbClient): Promise<void> {
  await client.query(
    'update hmo_licences set uprn = null, uprn_confidence = null where not uprn_recorded and uprn is not null',
  );
  const { rows } = await client.query<Unlinked>(
    `select id, address, postcode from hmo_licences
      where uprn is null and postcode is not null and licence_type is not null order by postcode`,
  );
  const byPostcode = new Map<string, Unlinked[]>();
  for (const row of rows) byPostcode.set(row.postcode, [...(byPostcode.get(row.postcode) ?? []), row]);
  const postcodes = [...byPostcode.keys()];
  for (let i = 0; i < postcodes.length; i += POSTCODES_AT_ONCE) {
    await link(client, postcodes.slice(i, i + POSTCODES_AT_ONCE), byPostcode);
  }
  await client.query(
    `update hmo_licences h
        set easting = p.easting, northing = p.northing, position = p.position, latitude = p.latitude,
            longitude = p.longitude
       from hmo_licences k
       left join addresses a on a.uprn = k.uprn and a.position is not null
       left join postcodes c on c.postcode = k.postcode
       cross join lateral (
         select coalesce(a.easting, c.easting) as easting, coalesce(a.northing, c.northing) as northing,
                coalesce(a.position, c.position) as position, coalesce(a.latitude, c.latitude) as latitude,
                coalesce(a.longitude, c.longitude) as longitude) p
      where h.id = k.id`,
  );
}

async function link(
  client: DbClient,
  postcodes: string[],
  byPostcode: Map<string, Unlinked[]>,
): Promise<void> {
  const { rows } = await client.query<{ uprn: number; address: string; postcode: string }>(
    'select uprn, address, postcode from addresses where postcode = any ($1)',
    [postcodes],
  );
  const candidates = new Map<string, typeof rows>();
  for (const row of rows) candidates.set(row.postcode, [...(candidates.get(row.postcode) ?? []), row]);
  const found: { id: number; uprn: number; confidence: number }[] = [];
  for (const postcode of postcodes) {
    const there = candidates.get(postcode);
    if (!there) continue;
    const prepared = prepareCandidates(there);
    for (const licence of byPostcode.get(postcode) ?? []) {
      const query = prepareAddress(parseAddress(licence.address, licence.postcode));
      const { status, best } = matchPrepared(query, prepared);
      if (best && (status === 'matched' || status === 'parent_only')) {
        found.push({ id: licence.id, uprn: best.candidate.uprn, confidence: best.confidence });
      }
    }
  }
  await client.query(
    `update hmo_licences h set uprn = f.uprn, uprn_confidence = f.confidence
       from unnest($1::int[], $2::bigint[], $3::real[]) as f (id, uprn, confidence) where h.id = f.id`,
    [found.map((f) => f.id), found.map((f) => f.uprn), found.map((f) => f.confidence)],
  );
}
