import { inTransaction } from '@domesday/db';
import { lockAccount } from '../accounts/keys.query.ts';
import { ApiError, invalidKey, unprocessable } from '../http/errors.ts';
import { addressProblemOf } from '../http/public-fetch.ts';
import type { Services } from '../http/services.ts';
import { newWebhookSecret } from './signature.ts';
import { insertWebhook, type WebhookRow, webhookMadeBefore, webhooksOf } from './webhooks.query.ts';

const MOST_WEBHOOKS = 20;

/** What creating an endpoint needs; the command line has these too. */
type Maker = Pick<Services, 'db' | 'clock' | 'webhook_addresses'>;

interface CreatedWebhook {
  webhook: WebhookRow & { secret: string };
  fresh: boolean;
}

/**
 * Creates an endpoint with its secret, or returns the one created with this key and Idempotency-Key: a client that
 * repeats a request because its answer was lost would otherwise get a second endpoint and never learn the first secret.
 * Throws 409 at the limit of the account and 422 for an address that is refused.
 */
export async function createWebhook(
  { db, clock, webhook_addresses }: Maker,
  { account_id, key_id = null }: { account_id: string; key_id?: string | null },
  url: string,
  idempotency_key: string | null = null,
): Promise<CreatedWebhook> {
  const problem = addressProblemOf(url, webhook_addresses);
  if (problem)
    throw unprocessable('invalid_parameter', `The parameter "url" is refused. ${problem}`, [
      { field: 'url', issue: problem },
    ]);
  const secret = newWebhookSecret();
  return inTransaction(db, async (client) => {
    const { closed_at } = await lockAccount.one(client, { account_id });
    if (closed_at) throw invalidKey('The account is closed, so no endpoint was made.');
    const before =
      key_id !== null && idempotency_key !== null
        ? await webhookMadeBefore.first(client, { key_id, idempotency_key })
        : null;
    if (before) return { webhook: sameRequest(before, url), fresh: false };
    if ((await webhooksOf.rows(client, { account_id })).length >= MOST_WEBHOOKS)
      throw new ApiError(
        409,
        'limit_reached',
        `An account may have ${MOST_WEBHOOKS} endpoints. Delete one first.`,
      );
    const made = { account_id, url, secret, created_at: clock.now(), key_id, idempotency_key };
    return { webhook: { ...(await insertWebhook.one(client, made)), secret }, fresh: true };
  });
}

function sameRequest<T extends WebhookRow>(before: T, url: string): T {
  if (before.url === url) return before;
  const details = [{ field: 'Idempotency-Key', issue: 'belongs to another request' }];
  throw unprocessable(
    'idempotency_key_reused',
    'The Idempotency-Key was used for another endpoint.',
    details,
  );
}
