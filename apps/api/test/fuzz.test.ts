import { Agent } from 'node:http';
import {
  departures,
  emptyTally,
  fileTally,
  NoAnswer,
  operationTable,
  type RawResponse,
  sandboxDatabase,
  seeded,
  sendAsIs,
  sendBytes,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Entry,
  type GeneratedRequest,
  generateBytes,
  generateRequest,
  operations,
} from './generated-requests.ts';

/** `npm run test:fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1400);
const SEED = Number(process.env.FUZZ_SEED ?? 20261031);
/** No new request is sent after this time, so that a run ends on a slow machine too. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);
const AT_ONCE = 6;
const WITHIN_MS = 15_000;

let database: TestDatabase;
let api: TestApi;
let secret: string;
let account_id: string;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  await database.db.query("insert into plans values ('fuzz', 2000000000, 100000)");
  ({ secret, account_id } = await api.newKey({ plan: 'fuzz' }));
});
afterAll(async () => {
  agent.destroy();
  await api?.close();
  await database?.drop();
});

const BEFORE_OPERATIONS = new Set([400, 401, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505]);
const NO_OPERATION = new Set(['unknown_path', 'malformed_request', 'uri_too_long', 'method_not_allowed']);

function contractFaults(
  { entry, method, headers: given }: GeneratedRequest,
  { status, headers, text }: RawResponse,
): string[] {
  if (status >= 500 && status !== 501 && status !== 505) return [`${status} ${text.slice(0, 200)}`];
  // Free answers have an ETag.
  if (status === 304 && entry.credits === 0 && given['If-None-Match']) return [];
  if (status >= 300 && status < 400) return [`${status}: the contract knows no redirect`];
  if (method === 'OPTIONS' && status === 200)
    return JSON.parse(text).methods ? [] : ['OPTIONS without methods'];
  if (method === 'HEAD') return text === '' ? [] : ['HEAD with a body'];
  const type = String(headers['content-type'] ?? '');
  if (status < 300 && type.startsWith('text/csv')) return [];
  let body: { error?: { code?: string }; type?: string };
  try {
    body = JSON.parse(text);
  } catch {
    return [`${status} ${type} without a JSON body: ${text.slice(0, 100)}`];
  }
  if (!type.startsWith('application/')) return [`${status} as ${type}`];
  if (headers['access-control-allow-origin']) return ['a CORS header'];
  // A mutated path may not match any operation.
  if (NO_OPERATION.has(body.error?.code ?? '') && BEFORE_OPERATIONS.has(status))
    return departures(entry, 415, body);
  if (status < 300 && body.type === 'FeatureCollection') return [];
  return departures(entry, status, body);
}

/** Price of a 2xx answer by the contract, from the request and from the answer. */
function priceOf(entry: Entry, text: string): number {
  // A file instead of JSON is a valid answer too.
  if (!text.startsWith('{')) return entry.credits;
  const body = JSON.parse(text) as { quote?: unknown; risks?: { level: unknown }[] };
  if (body.quote === true) return 0;
  if (entry.id === 'risks.get') return body.risks!.filter((risk) => risk.level !== null).length;
  return entry.credits;
}

it(
  'answers generated requests as the contract says, never with a 5xx, and charges what it answered',
  async () => {
    const tally = emptyTally('REST');
    const random = seeded(SEED);
    const expected = new Map<string, number>();
    const base = new URL(api.url);
    const began_ms = performance.now();
    const fault = (text: string) => {
      if (tally.faults.length < 25) tally.faults.push(text);
    };
    const one = async (odd: GeneratedRequest, bytes: Buffer | null): Promise<void> => {
      const shown = bytes
        ? JSON.stringify(bytes.toString('latin1').slice(0, 200))
        : `${odd.method} ${odd.path.slice(0, 300)} ${odd.body?.toString('utf8').slice(0, 300) ?? ''}`;
      api.clock.advance(20);
      const sent_ms = performance.now();
      tally.sent++;
      try {
        const answer = bytes
          ? await sendBytes(base, bytes, WITHIN_MS)
          : await sendAsIs(base, { ...odd, path: `/v1${odd.path}`, agent }, WITHIN_MS);
        tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - sent_ms);
        // The server may close the connection on a line that is not HTTP.
        const faults =
          bytes && answer.status === 0 ? [] : bytes ? bytesFaults(answer) : contractFaults(odd, answer);
        if (answer.status >= 500 && answer.status !== 501) tally.server_errors++;
        else if (faults.length) tally.off_contract++;
        for (const f of faults) fault(`${shown}: ${f}`);
        // OPTIONS is answered without authentication, so it reports no credits.
        const asksForMethods = !bytes && odd.method === 'OPTIONS';
        if (answer.status >= 200 && answer.status < 300 && !asksForMethods) {
          const charged = Number(answer.headers['x-credits-charged']);
          const id = String(answer.headers['x-request-id']);
          const replayed = answer.headers['idempotency-replayed'] === 'true';
          const price = bytes
            ? charged
            : odd.method === 'HEAD' || replayed
              ? 0
              : priceOf(odd.entry, answer.text);
          if (charged !== price) fault(`${shown}: charged ${charged}, and the contract says ${price}`);
          if (price > 0) expected.set(id, price);
          tally.credits_expected += price;
        }
      } catch (error) {
        if (error instanceof NoAnswer) tally.hangs++;
        // The server may close a connection whose body it refused to read; the client's own write then fails.
        else if (!['EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? ''))
          tally.off_contract++;
        else return;
        fault(`${shown}: ${error}`);
      }
    };
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < REQUESTS && performance.now() - began_ms < SECONDS * 1000) {
        const of = operations[next++ % operations.length]!;
        const odd = generateRequest(random, of, secret);
        await one(odd, random() < 0.02 ? generateBytes(random, odd, secret) : null);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { rows } = await database.db.query('select request_id, credits from ledger where account_id = $1', [
      account_id,
    ]);
    tally.credits_found = rows.reduce((sum, row) => sum + row.credits, 0);
    fileTally(tally);
    if (process.env.FUZZ_REPORT)
      console.log(`REST: ${Math.round(tally.sent / ((performance.now() - began_ms) / 1000))} requests/s`);
    expect(tally.faults).toEqual([]);
    expect(tally).toMatchObject({ server_errors: 0, off_contract: 0, hangs: 0 });
    expect(new Map(rows.map((row) => [row.request_id, row.credits]))).toEqual(expected);
    const { rows: sums } = await database.db.query(
      'select credits_used from account_months where account_id = $1',
      [account_id],
    );
    expect(sums[0].credits_used).toBe(tally.credits_expected);
    expect(tally.sent).toBeGreaterThan(200);
  },
  SECONDS * 2000 + 60_000,
);

function bytesFaults({ status, text }: RawResponse): string[] {
  if (status >= 200 && status < 300) return [];
  try {
    return departures(operationTable[0]!, 415, JSON.parse(text));
  } catch {
    return [`${status} without a JSON body: ${text.slice(0, 100)}`];
  }
}
