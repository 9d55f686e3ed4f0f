import { command, type DbClient, readWorkingRow, writeWorking } from '@domesday/db';
import { nameAuthorities } from '@domesday/loading/authority-names.query';
import { mergeRows } from '@domesday/loading/merge.query';
import { mergeTracked } from '@domesday/loading/tracked-merge.query';
import type { Staged } from '@domesday/loading/types';
import { table as columns } from './columns.ts';

const RECORD_COLUMNS = ['source', 'uprn', 'variant', 'address', 'postcode', 'country'];
const OWN = `t.source = 'epc-domestic'`;

/**
 * Publishes certificates by number, and the addresses that they give for their UPRNs, the newest first. Indexes: the
 * primary keys of energy_certificates and address_records, energy_certificates_uprn.
 */
export async function publishCertificates(staged: Staged): Promise<number> {
  const { client, table, load_id, replace, remove } = staged;
  const losing_homes = `${table}_left`;
  await collectLosingHomes(client, losing_homes, staged);
  const written = await mergeTracked(client, {
    table: 'energy_certificates',
    key: ['certificate_number'],
    columns: [...columns.served, 'load_id'],
    select: (source) =>
      `select ${columns.served.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s`,
    staging: table,
    rows: staged.rows,
    onDiffering: staged.onDiffering,
    // Changed rows are recorded only if rows are withheld: a file of certificates is a large part of all.
    notes: remove ? { load_id, columns: ['uprn', 'postcode'] } : undefined,
    remove: replace ? 'true' : remove,
    changes: staged.changes,
    beside: staged.beside,
  });

  const records = `${table}_records`;
  await writeWorking(
    client,
    `create unlogged table ${records} as
     select 'epc-domestic' as source, uprn,
            (row_number() over (partition by uprn order by max(lodged_on) desc nulls last, address) - 1)::smallint
              as variant,
            address, postcode, max(country) as country
       from energy_certificates
      where uprn in (select uprn from ${table} where uprn is not null union all select uprn from ${losing_homes})
        and uprn_source is distinct from 'linked_here' and postcode is not null
      group by uprn, address, postcode`,
  );
  await command(client, `analyze ${records}`);
  const { n } = await readWorkingRow(client, { n: 'int8' }, `select count(*) as n from ${records}`);
  await mergeRows(client, {
    table: 'address_records',
    key: ['source', 'uprn', 'variant'],
    replaces: ['source', 'uprn'],
    columns: [...RECORD_COLUMNS, 'load_id'],
    select: (source) =>
      `select ${RECORD_COLUMNS.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s`,
    staging: records,
    rows: n,
    remove: replace ? OWN : `${OWN} and t.uprn in (select uprn from ${losing_homes})`,
  });
  await nameAuthorities(client, {
    named: `select local_authority_code as code, local_authority_name as name, lodged_on as dated from ${table}
             where local_authority_code is not null and local_authority_name is not null`,
    source: 'epc-domestic',
    prevails: false,
  });
  await command(client, `drop table ${records}`);
  await command(client, `drop table ${losing_homes}`);
  return written;
}

/**
 * Collects homes that lose a certificate, because the register corrected its UPRN or it is withheld. Their addresses
 * must then be taken from other certificates, or deleted.
 */
async function collectLosingHomes(
  client: DbClient,
  losing_homes: string,
  { table, remove }: Staged,
): Promise<void> {
  await writeWorking(
    client,
    `create unlogged table ${losing_homes} as
     select distinct t.uprn from energy_certificates t join ${table} s using (certificate_number)
      where t.uprn is not null and s.uprn is distinct from t.uprn
        and t.uprn_source is distinct from 'linked_here'
     ${remove ? `union select t.uprn from energy_certificates t where t.uprn is not null and (${remove})` : ''}`,
  );
}
