import type { Staged } from '@domesday/loading/types';

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

/** The newest day of issue that is not in the future. One sequential read of staging. */
export async function newestLicence({ client, table }: Staged): Promise<string | null> {
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(issued) as newest from ${table} where issued <= current_date`,
  );
  return rows[0]!.newest;
}

/** Replaces the authority's register of the same name with the staged one. */
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
