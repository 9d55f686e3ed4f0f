import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@domesday/db';
import { deleteJobs } from '../jobs/delete-jobs.query.ts';
import { endJob } from '../jobs/jobs.query.ts';
import { deleteWebhook, webhooksOf } from '../webhooks/webhooks.query.ts';
import { endSignIns, forgetAnswersOf, forgetNames, forgetPaid, jobsOf, revokeAll } from './close.query.ts';

/** The name that a closed account is given. */
const CLOSED = 'closed account';
/** Every running server notices a revoked key within two seconds; until then a call may add rows to the account. */
const KNOWN_AFTER_MS = 3000;

/** Counts of what was deleted. */
export interface Closed {
  keys_revoked: number;
  webhooks: number;
  jobs: number;
  stored_answers: number;
}

/**
 * Closes an account for good: revokes its keys, and deletes its data and its name. The books of its credits stay, under
 * its id. Can be repeated after an interruption.
 */
export async function closeAccount(db: Db, account_id: string, at: Date): Promise<Closed> {
  let keys_revoked = await revokeAll.run(db, { account_id });
  await sleep(KNOWN_AFTER_MS);
  // A key that was being created meanwhile found the account open.
  keys_revoked += await revokeAll.run(db, { account_id });
  await endSignIns.run(db, { account_id });
  const webhooks = await webhooksOf.rows(db, { account_id });
  for (const { id } of webhooks) await deleteWebhook(db, { id, account_id });
  const jobs = (await jobsOf.rows(db, { account_id })).map(({ id }) => id);
  for (const id of jobs) {
    await endJob.run(db, { id, lease: null, state: 'cancelled', reason: null, at });
    await deleteJobs(db, [id]);
  }
  let stored_answers = 0;
  for (let gone = 1; gone > 0; stored_answers += gone) gone = await forgetAnswersOf.run(db, { account_id });
  await forgetPaid.run(db, { account_id });
  await forgetNames.run(db, { account_id, name: CLOSED });
  return { keys_revoked, webhooks: webhooks.length, jobs: jobs.length, stored_answers };
}
