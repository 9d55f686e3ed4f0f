import type { IncomingMessage } from 'node:http';

/** Whether the headers name a coding of the body, such as gzip. An empty list names none (RFC 9110, 5.6.1). */
export function isEncoded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const names = (headers['content-encoding'] ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.some((name) => name !== '' && name !== 'identity');
}
