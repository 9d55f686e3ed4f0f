import type { Schema } from '@domesday/contract';

/**
 * The body of an answer or a refusal of the server. Throws if the response is not from the server: a proxy in front of
 * it may answer with a page, or with JSON of another form.
 */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asked for.
export async function bodyOf(response: Response): Promise<any> {
  const body = parsed(await whole(response.text()));
  if (response.ok ? body !== undefined : body?.error?.message) return body;
  throw byProxy(response);
}

/**
 * The message of an error. For a server fault it includes the request id by which the operator finds the log line; for
 * an input of a batch that is the id of the batch.
 */
export const messageOf = ({ message, request_id }: Schema<'Error'>['error']): string =>
  message.replace('The request id', (said) => `${said} ${request_id.split('.')[0]}`);

/** The error for a response that came from a proxy. */
export const byProxy = ({ status }: Response): Error =>
  new Error(`A proxy in front of the server answered with status ${status}.`);

/** Parses JSON; undefined if the text is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a body. An interrupted answer gets its own error, unlike an unreachable server: it had begun, so it was
 * charged.
 */
export function whole<Read>(reading: Promise<Read>): Promise<Read> {
  return reading.catch((error) => {
    throw error instanceof TypeError ? new Error('The answer broke off before its end.') : error;
  });
}
