import { session } from './session.ts';

const NAME = 'domesday-paid';
/** As long as browsers keep a left page in memory. */
const KEPT_MS = 10 * 60_000;

interface Asked {
  key: string;
  at_ms: number;
}

/**
 * The Idempotency-Key header by which a live key pays for a request once: a reload, or a step back, sends the same key,
 * for ten minutes in the same tab and until other data are served. No header if the browser stores nothing for pages:
 * then each request is charged, as over the API.
 */
export function paidOnce(path: string): Record<string, string> {
  const { key, generation } = session.get() ?? {};
  if (key?.mode !== 'live') return {};
  const question = `${generation} ${path}`;
  try {
    const now_ms = Date.now();
    const kept = Object.entries(JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Record<string, Asked>);
    const young = Object.fromEntries(kept.filter(([, { at_ms }]) => Math.abs(now_ms - at_ms) < KEPT_MS));
    // Not randomUUID, which exists only over https.
    young[question] ??= { key: `portal-${Math.random()}-${now_ms}`, at_ms: now_ms };
    sessionStorage.setItem(NAME, JSON.stringify(young));
    return { 'idempotency-key': young[question].key };
  } catch {
    return {};
  }
}
