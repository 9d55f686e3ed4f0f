import { bodyOf, messageOf } from './body-of.ts';
import { fetchInTime } from './deadline.ts';
import { patiently } from './patiently.ts';
import { signal } from './signal.ts';
import { tellSignedOut } from './signed-out.ts';

/** The signed-in caller, as `GET /portal/session` describes it. */
export interface Session {
  signed_in: boolean;
  csrf: string | null;
  key: {
    prefix: string;
    label: string | null;
    mode: 'live' | 'test';
    admin: boolean;
    sub_key: boolean;
  } | null;
  account: { name: string; plan: string } | null;
  credits: { remaining: number; allowance: number; resets_at: string } | null;
  expires_at: string | null;
  /** Changes whenever other data are served. */
  generation: string | null;
}

export const session = signal<Session | null>(null);

let reading: Promise<Session> | null = null;

/**
 * Reads the session once for each page; every caller waits for the same answer. Rejects if the server does not answer:
 * a signed-in visitor must not be asked to sign in because the server is busy.
 */
export function readSession(): Promise<Session> {
  reading ??= patiently(() => fetchInTime('/portal/session', { headers: { accept: 'application/json' } }))
    .then(accepted)
    .then((response) => bodyOf(response) as Promise<Session>)
    .then((read) => {
      session.set(read);
      return read;
    });
  return reading;
}

const NOT_KEPT =
  'The key is right, but this browser does not keep the cookie of the session. Allow cookies here; behind a proxy with TLS, open the page over https.';

/**
 * Signs in with a key. Throws the server's message if the key is refused, and an error if the browser keeps no session
 * cookie: otherwise the form would reappear without explanation.
 */
export async function signIn(key: string): Promise<void> {
  await accepted(
    await fetchInTime('/portal/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    }),
  );
  const kept = await accepted(
    await fetchInTime('/portal/session', { headers: { accept: 'application/json' } }),
  );
  if (!((await bodyOf(kept)) as Session).signed_in) throw new Error(NOT_KEPT);
  location.reload();
}

/** Ends the session. Throws the server's message if the session could not be ended. */
export async function signOut(): Promise<void> {
  const { csrf } = await readSession();
  await accepted(
    await fetchInTime('/portal/session', {
      method: 'DELETE',
      headers: { 'x-csrf-token': csrf ?? '' },
    }),
  );
  tellSignedOut();
  // Without a session, leaving a page stores nothing.
  session.set(null);
  location.assign('/');
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(messageOf((await bodyOf(response)).error));
}
