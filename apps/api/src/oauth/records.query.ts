import { SHORT_WAIT_MS, sql, statement } from '@domesday/db';

/**
 * Inserts or replaces a record, never shortening its life, and deletes up to 100 expired ones. The keys of deleted
 * grants are revoked. Primary key; index oauth_records_expiry.
 */
export const saveRecord = statement({
  name: 'oauth-save-record',
  parameters: {
    model: 'text',
    id_hash: 'bytea',
    payload: 'jsonb',
    grant_hash: 'bytea?',
    key_id: 'uuid?',
    expires_at: 'timestamptz',
    now: 'timestamptz',
  },
  build: ({ model, id_hash, payload, grant_hash, key_id, expires_at, now }) => sql`
    with over as (
      delete from oauth_records where ctid in (
        select ctid from oauth_records where expires_at <= ${now}
          and (model, id_hash) is distinct from (${model}, ${id_hash}) limit 100)
      returning model, key_id),
    revoked as (
      update api_keys set revoked_at = ${now} where revoked_at is null
        and id in (select key_id from over where model = 'Grant'))
    insert into oauth_records (model, id_hash, payload, grant_hash, key_id, expires_at)
    values (${model}, ${id_hash}, ${payload}, ${grant_hash}, ${key_id}, ${expires_at})
    on conflict (model, id_hash) do update set payload = excluded.payload, grant_hash = excluded.grant_hash,
      key_id = excluded.key_id, expires_at = greatest(oauth_records.expires_at, excluded.expires_at)`,
});

/** A record that has not expired; primary key. */
export const recordById = statement({
  name: 'oauth-record-by-id',
  parameters: { model: 'text', id_hash: 'bytea', now: 'timestamptz' },
  row: { payload: 'text', consumed_at: 'timestamptz?' },
  build: ({ model, id_hash, now }) => sql`
    select payload::text as payload, consumed_at from oauth_records
     where model = ${model} and id_hash = ${id_hash} and expires_at > ${now}`,
});

/**
 * Marks a code or refresh token as used; primary key. Changes 1 row at the first use, and at a later one if the first
 * was after `again_since`; 0 rows otherwise.
 */
export const consumeRecord = statement({
  name: 'oauth-consume-record',
  parameters: { model: 'text', id_hash: 'bytea', now: 'timestamptz', again_since: 'timestamptz?' },
  build: ({ model, id_hash, now, again_since }) => sql`
    update oauth_records set consumed_at = coalesce(consumed_at, ${now})
     where model = ${model} and id_hash = ${id_hash} and (consumed_at is null or consumed_at > ${again_since})`,
});

/** Deletes a record. With a grant, its key is revoked. Primary keys. */
export const deleteRecord = statement({
  name: 'oauth-delete-record',
  parameters: { model: 'text', id_hash: 'bytea', now: 'timestamptz' },
  build: ({ model, id_hash, now }) => sql`
    with gone as (
      delete from oauth_records where model = ${model} and id_hash = ${id_hash} returning model, key_id)
    update api_keys set revoked_at = ${now} where revoked_at is null
      and id in (select key_id from gone where gone.model = 'Grant')`,
});

/** Deletes all codes, or all tokens of one kind, of a grant; index oauth_records_grant. */
export const deleteOfGrant = statement({
  name: 'oauth-delete-of-grant',
  parameters: { model: 'text', grant_hash: 'bytea' },
  build: ({ model, grant_hash }) => sql`
    delete from oauth_records where model = ${model} and grant_hash = ${grant_hash}`,
});

/** Extends the life of a registered client to at least `expires_at`; primary key. */
export const keepClient = statement({
  name: 'oauth-keep-client',
  parameters: { id_hash: 'bytea', expires_at: 'timestamptz' },
  build: ({ id_hash, expires_at }) => sql`
    update oauth_records set expires_at = greatest(expires_at, ${expires_at})
     where model = 'Client' and id_hash = ${id_hash}`,
});

/** Extends the life of a grant to at least `expires_at`, but not beyond its own expiry; primary key. */
export const keepGrant = statement({
  name: 'oauth-keep-grant',
  parameters: { id_hash: 'bytea', expires_at: 'timestamptz' },
  build: ({ id_hash, expires_at }) => sql`
    update oauth_records
       set expires_at = greatest(expires_at, least(${expires_at}, to_timestamp((payload ->> 'exp')::float8)))
     where model = 'Grant' and id_hash = ${id_hash}`,
});

/** Clients that are registered; primary key. */
export const countClients = statement({
  name: 'oauth-count-clients',
  row: { clients: 'int8' },
  build: () => sql`select count(*) as clients from oauth_records where model = 'Client'`,
});

/**
 * Deletes up to 100 registered clients that expire by `until`, those that expire soonest. Returns how many. Index
 * oauth_records_expiry.
 */
export const forgetClients = statement({
  name: 'oauth-forget-clients',
  parameters: { until: 'timestamptz' },
  build: ({ until }) => sql`
    delete from oauth_records where ctid in (
      select ctid from oauth_records where model = 'Client' and expires_at <= ${until} order by expires_at limit 100)`,
});

/** The hash of the key behind a valid access token for this audience. Primary keys. */
export const keyOfToken = statement({
  name: 'oauth-key-of-token',
  parameters: { id_hash: 'bytea', audience: 'text', now: 'timestamptz' },
  row: { key_hash: 'bytea' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ id_hash, audience, now }) => sql`
    select k.hash as key_hash from oauth_records t join api_keys k on k.id = t.key_id
     where t.model = 'AccessToken' and t.id_hash = ${id_hash} and t.expires_at > ${now}
       and t.payload ->> 'aud' = ${audience}`,
});

/** Whether a key made for a client, and its parent, are not revoked; primary keys. */
export const keyInForce = statement({
  name: 'oauth-key-in-force',
  parameters: { key_id: 'uuid' },
  row: { key_id: 'uuid' },
  build: ({ key_id }) => sql`
    select k.id as key_id from api_keys k left join api_keys p on p.id = k.parent_id
     where k.id = ${key_id} and k.revoked_at is null and p.revoked_at is null`,
});
