import { readWorkingRow } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { operatorCommand } from '@domesday/loading/operator-command';
import type { Check, Staged } from '@domesday/loading/types';

/**
 * If the files hold at least this share of the served certificates of their days and nations, they count as complete;
 * otherwise they are of some places only.
 */
const WHOLE_SHARE = 0.9;

/**
 * Warns of served certificates that complete files no longer have: the register silently removes certificates that were
 * cancelled or that owners keep from the public. Only certificates with numbers of the same length are compared, since
 * layouts number them differently. Index: the primary key of energy_certificates.
 */
export async function checkGone({ client, table, replace }: Staged): Promise<Check[]> {
  if (replace) return [];
  const { served, gone } = await readWorkingRow(
    client,
    { served: 'int8', gone: 'int8' },
    `with of_files as (
       select country, length(certificate_number) as digits, min(lodged_on) as first, max(lodged_on) as last
         from ${table} group by 1, 2)
     select count(*) as served, count(*) filter (where s.certificate_number is null) as gone
       from of_files f
       join energy_certificates t on t.country is not distinct from f.country
        and length(t.certificate_number) = f.digits and t.lodged_on between f.first and f.last
       left join ${table} s on s.certificate_number = t.certificate_number`,
  );
  if (gone === 0 || gone > served * (1 - WHOLE_SHARE)) return [];
  const detail = `${count(gone)} of ${count(served)} served certificates of these days are not in these files, and stay: they were probably cancelled, or taken out of the register for their owners. If these are all your certificates, load them with --replace; of a download, \`${operatorCommand('fetch epc-domestic --force --keep')}\` keeps the file for that in the folder files of DOMESDAY_HOME.`;
  return [{ name: 'gone', status: 'warn', detail }];
}
