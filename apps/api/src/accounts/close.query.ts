import { sql, statement } from '@domesday/db';

/** Closes an account, so that it gets no further key, and revokes all that it has; index api_keys_account. */
export const revokeAll = statement({
  name: 'revoke-keys-of-account',
  parameters: { account_id: 'uuid' },
  build: ({ account_id }) => sql`
    with closed as (update accounts set closed_at = now() where id = ${account_id} and closed_at is null)
    update api_keys set revoked_at = now() where account_id = ${account_id} and revoked_at is null`,
});

/** Removes the names of an account and its keys. The books go on identifying them by their ids. */
export const forgetNames = statement({
  name: 'forget-names-of-account',
  parameters: { account_id: 'uuid', name: 'text' },
  build: ({ account_id, name }) => sql`
    with keys as (update api_keys set label = null where account_id = ${account_id} and label is not null)
    update accounts set name = ${name} where id = ${account_id}`,
});

/** Ends sign-ins by the keys of an account, in the portal and over OAuth. Primary keys. */
export const endSignIns = statement({
  name: 'end-sign-ins-of-account',
  parameters: { account_id: 'uuid' },
  build: ({ account_id }) => sql`
    with keys as (select id from api_keys where account_id = ${account_id}),
    links as (delete from portal_links where key_id in (select id from keys)),
    sessions as (delete from portal_sessions where key_id in (select id from keys)),
    granted as (select grant_hash from oauth_records where key_id in (select id from keys) and grant_hash is not null)
    delete from oauth_records
     where key_id in (select id from keys) or grant_hash in (select grant_hash from granted)`,
});

/** Deletes the record of what an account has paid for; primary key. */
export const forgetPaid = statement({
  name: 'forget-paid-questions-of-account',
  parameters: { account_id: 'uuid' },
  build: ({ account_id }) => sql`delete from paid_questions where account_id = ${account_id}`,
});

/** Deletes up to 1,000 answers stored for the keys of an account; primary key. */
export const forgetAnswersOf = statement({
  name: 'forget-answers-of-account',
  parameters: { account_id: 'uuid' },
  build: ({ account_id }) => sql`
    delete from idempotent_answers where ctid in (
      select i.ctid from idempotent_answers i join api_keys k on k.id = i.key_id
       where k.account_id = ${account_id} limit 1000)`,
});

/** Jobs of an account, the newest first; index jobs_account. */
export const jobsOf = statement({
  name: 'all-jobs-of-account',
  parameters: { account_id: 'uuid' },
  row: { id: 'uuid' },
  build: ({ account_id }) => sql`
    select id from jobs where account_id = ${account_id} order by created_at desc, id`,
});
