import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';

/** How a client that cannot send a header signs in: the metadata that name the authorization server (RFC 9728). */
export interface SignIn {
  /** Paths at which the metadata of this resource can be read. */
  paths: ReadonlySet<string>;
  metadata: object;
  /** Value of `WWW-Authenticate`; `refused` says that a token was sent and is not valid. */
  challenge(refused: boolean): string;
}

const SCOPE = 'property:read';

/** `issuer` is the public address of the service, without a path. MCP is at its /mcp; OAuth is at the same address. */
export function createSignIn(issuer: string): SignIn {
  const resource = new URL('/mcp', issuer);
  const address = getOAuthProtectedResourceMetadataUrl(resource);
  const metadata = {
    resource: resource.href,
    authorization_servers: [issuer],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Domesday',
  };
  return {
    paths: new Set([new URL(address).pathname, '/.well-known/oauth-protected-resource']),
    metadata,
    challenge: (refused) =>
      `Bearer ${refused ? 'error="invalid_token", ' : ''}resource_metadata="${address}", scope="${SCOPE}"`,
  };
}
