/** Whether a text is one host name or address. `URL` alone would accept commas, quotation marks and `*` in a name. */
export function isHostName(text: string): boolean {
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(text);
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** What is wrong with PUBLIC_URL, the address that clients call; null if nothing is, or it is not set. */
export function publicUrlProblem(address: string | undefined): string | null {
  if (!address) return null;
  const url = URL.parse(address);
  if (!/^https?:$/.test(url?.protocol ?? '') || /\s/.test(address) || !isHostName(url!.hostname))
    return 'PUBLIC_URL must be one http or https address, without spaces.';
  if (url!.username || url!.password)
    return 'PUBLIC_URL must hold no user name and no password: answers show it to every caller.';
  if (/[?#]|\/v1\/*$/.test(address)) return 'PUBLIC_URL must end before /v1, and have neither ? nor #.';
  return null;
}

/**
 * The issuer address at which hosted clients sign in (OAUTH=on); null if sign-in is off; a sentence if the
 * configuration is wrong.
 */
export function readSignIn(env: NodeJS.ProcessEnv): { issuer: string } | string | null {
  if (!env.OAUTH || env.OAUTH === 'off') return null;
  if (env.OAUTH !== 'on') return `OAUTH must be on or off, not ${JSON.stringify(env.OAUTH)}.`;
  const issuer = issuerOf(env.PUBLIC_URL);
  return issuer === null
    ? 'OAUTH=on needs a PUBLIC_URL that begins with https:// and has no path: the address that clients call.'
    : { issuer };
}

function issuerOf(address: string | undefined): string | null {
  const url = URL.parse(address ?? '');
  const local = url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
  if (!url || (url.protocol !== 'https:' && !local) || url.pathname !== '/' || url.search || url.hash)
    return null;
  return url.origin;
}
