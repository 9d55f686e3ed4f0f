import { readWorkingRow, writeWorking } from '@domesday/db';
import { servedRows } from '@domesday/loading/publish-rows.query';
import type { Staged } from '@domesday/loading/types';

const KEPT = `authority_code, register, licence_number, licence_type, native_status, pending, ended, address, postcode,
  uprn, issued, expires, max_occupants, max_households, storeys, rooms_sleeping`;

function sameRegister(staging: string): string {
  return `(t.authority_code, t.register) in (select s.authority_code, s.register from ${staging} s)`;
}

/** Licences served now of the registers that are staged; index hmo_licences_register. */
export function replacedLicences(staged: Staged): Promise<number> {
  return servedRows(staged, 'hmo_licences', sameRegister(staged.table));
}

/** The newest day of issue that is not in the future. One sequential read of staging. */
export async function newestLicence({ client, table }: Staged): Promise<string | null> {
  const newest = `select max(issued) as newest from ${table} where issued <= current_date`;
  return (await readWorkingRow(client, { newest: 'date?' }, newest)).newest;
}

/** Replaces the authority's register of the same name with the staged one. */
export async function publishRegister({ client, table, load_id, replace, remove }: Staged): Promise<number> {
  if (remove) await writeWorking(client, `delete from hmo_licences t where ${remove}`);
  const same = replace ? 'true' : sameRegister(table);
  await writeWorking(client, `delete from hmo_licences t where ${same}`);
  await writeWorking(client, `delete from hmo_registers t where ${same}`);
  const written = await writeWorking(
    client,
    `insert into hmo_licences (${KEPT}, uprn_recorded, uprn_confidence, load_id)
     select ${KEPT}, uprn is not null, case when uprn is not null then 1 end, $1 from ${table}`,
    [load_id],
  );
  await writeWorking(
    client,
    `insert into hmo_registers (authority_code, register, authority_name, register_date, loaded_at, load_id)
     select authority_code, register, max(authority_name), max(register_date), clock_timestamp(), $1
       from ${table} group by authority_code, register`,
    [load_id],
  );
  return written;
}
