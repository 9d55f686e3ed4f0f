import type { Schema } from '@domesday/contract';

/**
 * The body of an answer of the server, also of one that refuses. Throws where it is not the server's own: a proxy in
 * front of it answers with a page, or with JSON of another form.
 */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asked for.
export async function bodyOf(response: Response): Promise<any> {
  const body = parsed(await whole(response.text()));
  if (response.ok ? body !== undefined : body?.error?.message) return body;
  throw byProxy(response);
}

/**
 * Of a fault of the server, with the request id that the operator finds it by in the log: of an input, of its batch.
 */
export const messageOf = ({ message, request_id }: Schema<'Error'>['error']): string =>
  message.replace('The request id', (said) => `${said} ${request_id.split('.')[0]}`);

/** What to say where a page stands in the place of an answer of the server. */
export const byProxy = ({ status }: Response): Error =>
  new Error(`A proxy in front of the server answered with status ${status}.`);

/** Undefined where the text is no JSON. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is read of an answer. It has begun, and was charged then: a server that cannot be reached is something else. */
export function whole<Read>(reading: Promise<Read>): Promise<Read> {
  return reading.catch((error) => {
    throw error instanceof TypeError ? new Error('The answer broke off before its end.') : error;
  });
}
