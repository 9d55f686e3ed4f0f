import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey, type KeyMode } from '@domesday/api/accounts';
import { pino } from 'pino';
import { type TestClock, testClock } from './clock.ts';
import type { TestDatabase } from './database.ts';

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  body: any;
}

export interface TestApi {
  /** Base address, which ends in /v1. */
  url: string;
  clock: TestClock;
  account_id: string;
  /** A live key of an account on the plan `scale`, and a test key of the same account. */
  liveKey: string;
  testKey: string;
  /** Makes a new account with one key. */
  newKey(options?: { plan?: string; mode?: KeyMode; monthly_cap?: number | null }): Promise<{
    secret: string;
    account_id: string;
    key_id: string;
  }>;
  /** One call, by default with the test key. */
  call(
    path: string,
    options?: { key?: string | null; method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  close(): Promise<void>;
}

/**
 * The real server on a free port over a test database, with a clock that the test sets. A sandbox database is served as
 * it is. `fictional_database_url` is served beside an empty database until that one holds real data, as `npm start`
 * does.
 */
export async function startTestApi(
  database: TestDatabase,
  clock: TestClock = testClock(),
  {
    messages_every_ms,
    ...settings
  }: {
    base_map?: string;
    kept_answers_mb?: number;
    fictional_database_url?: string;
    messages_every_ms?: number;
    webhooks_anywhere?: boolean;
    public_url?: string;
    trusted_proxies?: string[];
  } = {},
): Promise<TestApi> {
  const api: RunningApi = await startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url: database.url,
      log_level: 'silent',
      pool_size: 6,
      statement_timeout_ms: 30_000,
      redis_url: null,
      ...settings,
    },
    { clock, log: pino({ level: 'silent' }), ...(messages_every_ms ? { messages_every_ms } : {}) },
  );
  const account_id = await createAccount(database.db, 'test account', 'scale');
  const live = await createKey(database.db, { account_id, mode: 'live' });
  const test = await createKey(database.db, { account_id, mode: 'test' });
  return {
    url: api.url,
    clock,
    account_id,
    liveKey: live.secret,
    testKey: test.secret,
    async newKey({ plan = 'free', mode = 'live', monthly_cap = null } = {}) {
      const id = await createAccount(database.db, 'another test account', plan);
      const key = await createKey(database.db, { account_id: id, mode, monthly_cap });
      return { secret: key.secret, account_id: id, key_id: key.id };
    },
    async call(path, { key = test.secret, method, body, headers = {} } = {}) {
      // Rate limits have tests of their own; here the clock advances with each call, so that no limit is reached.
      clock.advance(100);
      const response = await fetch(`${api.url}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: json ? JSON.parse(text) : null,
      };
    },
    close: () => api.close(),
  };
}
