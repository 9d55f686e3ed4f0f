import type { QueryConfig } from 'pg';
import type { Ask } from './asks.ts';
import { answerOf, client } from './client.ts';
import { recordStatements } from './recorded-sql.ts';
import { serve } from './servers.ts';

const CALLS = 20;
/** Statements that belong to the server and not to an answer: authentication, served loads, and pending watches. */
const OF_THE_SERVER = new Set([
  ...['callers-by-hash', 'database-time', 'latest-loads', 'served-loads', 'register-rows', 'standing-builds'],
  ...[
    'serves-fiction',
    'values-are-watched',
    'watches-matched',
    'changes-are-unmatched',
    'next-load-to-match',
  ],
]);
const WRITES = /\b(insert|update|delete|settle_batch)\b/i;

/** For each operation, the statements (with values) that a server sends for some of its answers. */
export async function statementsBehind(
  asks: Map<string, Ask[]>,
  database_url: string,
  secret: string,
): Promise<Map<string, QueryConfig[][]>> {
  const recorder = await recordStatements(database_url);
  const api = await serve('apps/api/dist/main.js', { DATABASE_URL: recorder.url }, '/v1/openapi.json');
  const caller = client(api.port, secret);
  const behind = new Map<string, QueryConfig[][]>();
  for (const [operation, inputs] of asks) {
    const calls: QueryConfig[][] = [];
    for (const { path, json } of inputs.slice(0, CALLS)) {
      recorder.taken();
      await answerOf(caller.ask(path, json));
      calls.push(recorder.taken().filter(isOfAnAnswer));
    }
    behind.set(operation, calls);
  }
  await caller.close();
  await api.stop();
  recorder.stop();
  return behind;
}

const isOfAnAnswer = ({ name, text }: QueryConfig): boolean =>
  /^\s*(select|with)\b/i.test(text) && !WRITES.test(text) && !OF_THE_SERVER.has(name ?? '');
