import { accessSync, constants } from 'node:fs';
import pg from 'pg';

/**
 * Why this address cannot be used, in a sentence; null if it can. `name` is the variable that holds it. The client
 * library would take a list of hosts for one host name, and ignore `target_session_attrs`, which an operator would only
 * notice in a failover.
 */
export function addressProblem(name: string, address: string): string | null {
  if (!/^postgres(ql)?:\/\//i.test(address)) return `${name} must begin with postgres:// or postgresql://.`;
  // The second address would be read as the name of the database, which messages repeat with the password in it.
  if (/:\/\/.*:\/\//s.test(address))
    return `${name} holds several addresses in one. ${name === 'READ_DATABASE_URLS' ? 'Separate them by commas' : 'Name one'}.`;
  const hosts = /^[^/]*\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] ?? '';
  if (hosts.includes(','))
    return `${name} names several hosts. Name one that leads to the primary: a proxy that asks each server, as HAProxy does with Patroni, or the service of an operator.`;
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(address)?.[1] ?? 'any';
  if (wanted !== 'any')
    return `${name} sets target_session_attrs=${wanted}, which only helps with several hosts. Name one host that leads to the primary, and leave it out.`;
  // If an @ follows, the text before it may be part of a password rather than a host and port.
  const port = /@/.test(address.slice(address.indexOf(hosts) + hosts.length)) ? null : /:(\d+)$/.exec(hosts);
  if (port && !(Number(port[1]) >= 1 && Number(port[1]) <= 65_535))
    return `${name} names the port ${port[1]}. There are those from 1 to 65535.`;
  const encryption = encryptionProblem(address);
  if (encryption) return `${name} ${encryption}`;
  try {
    new pg.Client({ connectionString: clientAddress(address) });
  } catch {
    // The address may hold a password, so the message does not repeat it.
    return `${name} cannot be read. Write characters of its user and password that have a meaning in addresses in their percent-encoding: # as %23, / as %2F, ? as %3F, @ as %40.`;
  }
  return null;
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** The encryption parameters that the client library reads. It would silently ignore any other. */
const ENCRYPTION_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'sslnegotiation'];

function encryptionProblem(address: string): string | null {
  const parameters = new URLSearchParams(queryOf(address));
  const unread = [...parameters.keys()].find(
    (key) => /^ssl/i.test(key) && !ENCRYPTION_PARAMETERS.includes(key),
  );
  if (unread !== undefined)
    return `sets ${unread}, which has no effect here. Of encryption it can set ${ENCRYPTION_PARAMETERS.slice(0, 4).join(', ')}.`;
  const mode = parameters.get('sslmode');
  if (mode !== null && !MODES.includes(mode))
    return `sets sslmode=${mode}, which does not exist. There are ${MODES.join(', ')}.`;
  if (mode === 'verify-ca' && !parameters.has('sslrootcert'))
    return 'sets sslmode=verify-ca without sslrootcert, the file with the certificate of the authority. Name it.';
  for (const file of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = parameters.get(file);
    if (!path || isOfSystem(file, path)) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      return `names ${path} in ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`;
    }
  }
  return null;
}

const queryOf = (address: string): string => /\?(.*)$/.exec(address)?.[1] ?? '';
const isOfSystem = (name: string, value: string): boolean => name === 'sslrootcert' && value === 'system';

/**
 * The address in the form that the client library needs. The library checks certificates in every mode but `no-verify`,
 * and warns that this will change for modes other than `verify-full`. In `verify-ca` it would also check the host name
 * unless `uselibpqcompat` is set.
 */
export function clientAddress(address: string): string {
  const query = queryOf(address);
  if (!query) return address;
  const parameters = query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=');
    if (isOfSystem(name, value)) return [];
    if (name !== 'sslmode') return [pair];
    if (value === 'prefer' || value === 'require') return ['sslmode=verify-full'];
    return value === 'verify-ca' ? [pair, 'uselibpqcompat=true'] : [pair];
  });
  return `${address.slice(0, -query.length)}${parameters.join('&')}`;
}
