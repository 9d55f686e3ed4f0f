import { type DbClient, readWorking, readWorkingRow, writeWorking } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { otherCodeOf } from '@domesday/loading/authority-codes';
import { servedRows } from '@domesday/loading/publish-rows.query';
import type { Check, Staged } from '@domesday/loading/types';

const KEPT = `authority_code, register, licence_number, licence_type, native_status, pending, ended, address, postcode,
  uprn, issued, expires, max_occupants, max_households, storeys, rooms_sleeping`;

function sameRegister(staging: string): string {
  return `(t.authority_code, t.register) in (select s.authority_code, s.register from ${staging} s)`;
}

/**
 * SQL of served registers of former councils: no loaded postcode lies in them, and at least half of their licences are
 * also staged for another authority. They are the same register under a former code. Indexes:
 * postcodes_local_authority, hmo_licences_register.
 */
function formerRegisters(staging: string): string {
  return `
    select r.authority_code, r.register, count(*) as licences
      from hmo_registers r join hmo_licences h using (authority_code, register)
      left join (select distinct address, coalesce(licence_number, '') as number from ${staging}) s
        on s.address = h.address and s.number = coalesce(h.licence_number, '')
     where exists (select from postcodes where local_authority_code is not null)
       and not exists (select from postcodes p
                        where p.local_authority_code in (r.authority_code, ${otherCodeOf('r.authority_code')}))
       and r.authority_code not in (select t.authority_code from ${staging} t)
     group by r.authority_code, r.register having count(s.address) * 2 >= count(*)`;
}

/**
 * Reports a register that is also served under the code of a former council, and is replaced so that it is not served
 * twice.
 */
export async function formerCodes({ client, table }: Staged): Promise<Check[]> {
  const former = await readWorking(
    client,
    { code: 'text', licences: 'int8' },
    `select authority_code as code, sum(licences)::bigint as licences from (${formerRegisters(table)}) f
      group by authority_code order by authority_code`,
  );
  return former.map(({ code, licences }) => ({
    name: 'former_code',
    status: 'fail',
    detail: `This register is served under ${code} too, in which no loaded postcode lies: those ${count(licences)} licences are replaced by these.`,
  }));
}

async function deleteFormer(client: DbClient, staging: string): Promise<void> {
  const former = `(t.authority_code, t.register) in (select f.authority_code, f.register from (${formerRegisters(staging)}) f)`;
  await writeWorking(
    client,
    `with gone as (delete from hmo_registers t where ${former} returning t.authority_code, t.register)
     delete from hmo_licences t using gone g where t.authority_code = g.authority_code and t.register = g.register`,
  );
}

/** The number of served licences of the staged registers. Index: hmo_licences_register. */
export function replacedLicences(staged: Staged): Promise<number> {
  return servedRows(staged, 'hmo_licences', sameRegister(staged.table));
}

/**
 * Whether a staged licence is already served in the same register, by its number or address. Index:
 * hmo_licences_register.
 */
export async function keepsLicences(staged: Staged): Promise<boolean> {
  const same_licence = `t.licence_number in (select s.licence_number from ${staged.table} s)
    or t.address in (select s.address from ${staged.table} s)`;
  return (
    (await servedRows(staged, 'hmo_licences', `${sameRegister(staged.table)} and (${same_licence})`)) > 0
  );
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
  if (!remove && !replace) await deleteFormer(client, table);
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
