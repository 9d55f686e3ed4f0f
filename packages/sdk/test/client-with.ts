import { type ClientOptions, createClient } from '../src/index.ts';

interface Seen {
  method: string;
  url: string;
  key: string | null;
  body: string;
}

/** A client whose fetch returns the given answers in turn, and the requests it was sent. */
export function clientWith(answers: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const client = createClient({
    apiKey: 'svc_test_key',
    baseUrl: 'https://api.example/v1/',
    fetch: async (request) => {
      const { method, url } = request;
      seen.push({ method, url, key: request.headers.get('authorization'), body: await request.text() });
      return answers[Math.min(seen.length, answers.length) - 1]!();
    },
    wait: async (ms) => void waits.push(ms),
    ...options,
  });
  return { client, seen, waits };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    status,
    {
      error: {
        code,
        message: `Because of ${code}.`,
        status,
        details: [{ field: 'q', issue: 'too short' }],
        request_id: 'req_9',
        docs_url: '/v1/docs',
      },
    },
    headers,
  );
