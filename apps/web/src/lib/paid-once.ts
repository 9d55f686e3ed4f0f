import { session } from './session.ts';

const NAME = 'domesday-paid';
/** As long as browsers keep a page that was left. */
const KEPT_MS = 10 * 60_000;

interface Asked {
  key: string;
  at_ms: number;
}

/**
 * The header by which a live key pays a question once: a page that is loaded again, or gone back to, asks with the same
 * Idempotency-Key as before, for ten minutes in its tab and until other data are served. None where the browser keeps
 * nothing for pages: then each costs again, as over the API.
 */
export function paidOnce(path: string): Record<string, string> {
  const { key, generation } = session.get() ?? {};
  if (key?.mode !== 'live') return {};
  const question = `${generation} ${path}`;
  try {
    const now_ms = Date.now();
    const kept = Object.entries(JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Record<string, Asked>);
    const young = Object.fromEntries(kept.filter(([, { at_ms }]) => Math.abs(now_ms - at_ms) < KEPT_MS));
    // Not randomUUID, which a page has over https alone.
    young[question] ??= { key: `portal-${Math.random()}-${now_ms}`, at_ms: now_ms };
    sessionStorage.setItem(NAME, JSON.stringify(young));
    return { 'idempotency-key': young[question].key };
  } catch {
    return {};
  }
}
