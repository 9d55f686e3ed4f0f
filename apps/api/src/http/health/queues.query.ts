import { sql, statement } from '@domesday/db';
import { hasNoKeyLeft } from '../../accounts/keys.query.ts';

/**
 * The state of the background queues: unfinished jobs, the wait of the job that has waited longest for its turn, the
 * delay of the message that is due longest, and the webhooks that were switched off because their messages failed.
 * Indexes jobs_unfinished, webhook_deliveries_due, api_keys_account.
 */
export const queues = statement({
  name: 'queues',
  parameters: { now: 'timestamptz' },
  row: { jobs: 'int8', job_wait_s: 'float8', message_wait_s: 'float8', webhooks_off: 'int8' },
  build: ({ now }) => sql`
    select (select count(*) from jobs where state in ('waiting', 'running')) as jobs,
           coalesce((select extract(epoch from ${now} - min(run_at)) from jobs
                      where state in ('waiting', 'running') and run_at <= ${now}
                        and (leased_until is null or leased_until <= clock_timestamp())), 0)::float8 as job_wait_s,
           coalesce((select extract(epoch from ${now} - next_at) from webhook_deliveries
                      where status = 'pending' and next_at <= ${now}
                        and webhook_id = any (array(
                          select w.id from webhooks w where w.status = 'on' and not ${hasNoKeyLeft('w.account_id')}))
                      order by next_at limit 1), 0)::float8 as message_wait_s,
           (select count(*) from webhooks where status = 'off' and off_reason = 'failed') as webhooks_off`,
});
