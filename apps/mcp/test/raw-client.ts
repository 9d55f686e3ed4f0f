/** The answer to one JSON-RPC message, extracted from its event stream. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The body as sent. */
  raw: string;
  message: {
    id?: unknown;
    error?: { code: number; message: string };
    result?: {
      isError?: boolean;
      content?: { type: string; text: string }[];
      tools?: { name: string }[];
      [key: string]: unknown;
    };
  };
}

/** Sends one message as a client of the initialize era does, and reads the answer without a client library. */
export async function post(
  url: string,
  body: unknown,
  key: string | null,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const raw = await response.text();
  const data = /^data: (.*)$/m.exec(raw)?.[1] ?? raw;
  return { status: response.status, headers: response.headers, raw, message: data ? JSON.parse(data) : {} };
}

export function call(name: string, args: unknown, id: number | string = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** The text of a tool result and whether it is an error. */
export function textOf({ message }: RawAnswer): { text: string; is_error: boolean } {
  const [first] = message.result?.content ?? [];
  if (first?.type !== 'text') throw new Error(`no text in ${JSON.stringify(message)}`);
  return { text: first.text, is_error: message.result?.isError === true };
}
