import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** How long after a rotation the old secret signs too. */
export const GRACE_MS = 24 * 3600 * 1000;

/** A new secret of an endpoint: 32 random bytes in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export interface Message {
  /** The same for every attempt and replay of a message. */
  id: string;
  sent_at: Date;
  body: string;
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`, one signature for each valid secret, so that a
 * receiver may hold either secret during a rotation.
 */
export function signedHeaders(
  { id, sent_at, body }: Message,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(sent_at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
