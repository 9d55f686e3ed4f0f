import pg from 'pg';

/**
 * Why this address cannot be used, in a sentence; null if it can. The client would take a list of hosts for one host
 * name, and ignore `target_session_attrs`, which an operator would only notice in a failover.
 */
export function addressProblem(name: string, address: string): string | null {
  if (!/^postgres(ql)?:\/\//i.test(address)) return `${name} must begin with postgres:// or postgresql://.`;
  const hosts = /^[^/]*\/\/(?:[^@/?]*@)?([^/?]*)/.exec(address)?.[1] ?? '';
  if (hosts.includes(','))
    return `${name} names several hosts. Name one that leads to the primary: a proxy that asks each server, as HAProxy does with Patroni, or the service of an operator.`;
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(address)?.[1] ?? 'any';
  if (wanted !== 'any')
    return `${name} sets target_session_attrs=${wanted}, which only helps with several hosts. Name one host that leads to the primary, and leave it out.`;
  try {
    new pg.Client({ connectionString: address });
  } catch {
    // The address may hold a password, so the message does not repeat it.
    return `${name} cannot be read. Write characters of its user and password that have a meaning in addresses in their percent-encoding: # as %23, / as %2F, ? as %3F, @ as %40.`;
  }
  return null;
}
