import { withSecretFiles } from '@domesday/db';
import type { Token } from '@domesday/loading/publishers/requests';
import type { Download, TokenNeeded } from '@domesday/loading/publishers/types';

/** The operator's token for a dataset; undefined where it needs none, null where it is not set. */
export function tokenFor({ token }: Download): Token | null | undefined {
  if (!token) return undefined;
  const value = withSecretFiles(process.env, [token.variable])[token.variable]?.trim();
  if (!value) return null;
  // The library would quote the whole header in its message.
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new Error(`${token.variable} has characters that a token cannot have, such as spaces.`);
  return { value, scheme: token.scheme, hosts: token.hosts };
}

/** Advice for a missing token. */
export function tokenAdvice(token: TokenNeeded): string {
  return `set ${token.variable} (or ${token.variable}_FILE), got at ${token.from}`;
}
