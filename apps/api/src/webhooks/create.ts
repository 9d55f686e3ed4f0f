import { inTransaction } from '@domesday/db';
import { lockAccount } from '../accounts/keys.query.ts';
import { ApiError, unprocessable } from '../http/errors.ts';
import { addressProblemOf } from '../http/public-fetch.ts';
import type { Services } from '../http/services.ts';
import { newWebhookSecret } from './signature.ts';
import { insertWebhook, type WebhookRow, webhooksOf } from './webhooks.query.ts';

const MOST_WEBHOOKS = 20;

/** What making an endpoint needs; the command line has it too. */
type Maker = Pick<Services, 'db' | 'clock' | 'webhook_addresses'>;

/** Makes an endpoint with its secret. Throws 409 at the limit of the account and 422 for an address that is refused. */
export async function createWebhook(
  { db, clock, webhook_addresses }: Maker,
  account_id: string,
  url: string,
): Promise<WebhookRow & { secret: string }> {
  const problem = addressProblemOf(url, webhook_addresses);
  if (problem)
    throw unprocessable('invalid_parameter', `The parameter "url" is refused. ${problem}`, [
      { field: 'url', issue: problem },
    ]);
  const secret = newWebhookSecret();
  const row = await inTransaction(db, async (client) => {
    await lockAccount.one(client, { account_id });
    if ((await webhooksOf.rows(client, { account_id })).length >= MOST_WEBHOOKS)
      throw new ApiError(
        409,
        'limit_reached',
        `An account may have ${MOST_WEBHOOKS} endpoints. Delete one first.`,
      );
    return insertWebhook.one(client, { account_id, url, secret, created_at: clock.now() });
  });
  return { ...row, secret };
}
