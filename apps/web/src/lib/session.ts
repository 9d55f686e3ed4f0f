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
  /** Another one whenever other data are served. */
  generation: string | null;
}

export const session = signal<Session | null>(null);

let reading: Promise<Session> | null = null;

/**
 * Reads the session once for a page; every caller waits for the same answer. Rejects where there is none: a visitor who
 * is signed in must not be told to sign in because the server is busy.
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
 * Signs in with a key. Throws the server's own sentence if it is refused, and says so where the browser keeps no
 * session: the form would come back without a word.
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

/** Ends the session. Throws the server's own sentence where it goes on. */
export async function signOut(): Promise<void> {
  const { csrf } = await readSession();
  await accepted(
    await fetchInTime('/portal/session', {
      method: 'DELETE',
      headers: { 'x-csrf-token': csrf ?? '' },
    }),
  );
  tellSignedOut();
  // A page that is left now keeps nothing more.
  session.set(null);
  location.assign('/');
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(messageOf((await bodyOf(response)).error));
}
