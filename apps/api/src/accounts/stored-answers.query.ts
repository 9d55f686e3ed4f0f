import { SHORT_WAIT_MS, sql, statement } from '@domesday/db';

/**
 * Bytes of the answers stored for a key; primary key. PostgreSQL knows the length of a text without reading it.
 */
export const storedBytes = statement({
  name: 'stored-bytes',
  parameters: { key_id: 'uuid', at: 'timestamptz' },
  row: { bytes: 'int8' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ key_id, at }) => sql`
    select coalesce(sum(octet_length(body)), 0)::bigint as bytes from idempotent_answers
    where key_id = ${key_id} and answered_at > ${at}::timestamptz - interval '24 hours'`,
});

/**
 * Deletes the oldest answers stored for a key, so that the newest, up to `bytes` together, are left; primary key. Rows
 * without a body, which batches write for their charges, stay. Rows that another process is deleting are skipped.
 */
export const forgetOldestAnswers = statement({
  name: 'forget-oldest-answers',
  parameters: { key_id: 'uuid', bytes: 'int8' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ key_id, bytes }) => sql`
    with newest_first as (
      select idempotency_key, sum(octet_length(body)) over (order by answered_at desc, idempotency_key) as bytes
      from idempotent_answers where key_id = ${key_id} and octet_length(body) > 0
    ), oldest as (
      select i.ctid from idempotent_answers i join newest_first n using (idempotency_key)
      where i.key_id = ${key_id} and n.bytes > ${bytes}::bigint for update of i skip locked
    )
    delete from idempotent_answers where ctid in (select ctid from oldest)`,
});

/** Deletes up to 1,000 answers older than 24 hours; index idempotent_answers_age. */
export const forgetOldAnswers = statement({
  name: 'forget-old-answers',
  parameters: { at: 'timestamptz' },
  build: ({ at }) => sql`
    delete from idempotent_answers where ctid in (
      select ctid from idempotent_answers where answered_at <= ${at}::timestamptz - interval '24 hours' limit 1000)`,
});

/** Which of these Idempotency-Keys have an answer of a key stored within 24 hours; primary key. */
export const storedKeys = statement({
  name: 'stored-keys',
  parameters: { key_id: 'uuid', names: '_text', at: 'timestamptz' },
  row: { idempotency_key: 'text', fingerprint: 'text', canonical: 'text?', replayed: 'bool' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ key_id, names, at }) => sql`
    select idempotency_key, encode(fingerprint, 'hex') as fingerprint, encode(canonical, 'hex') as canonical, replayed
      from idempotent_answers
     where key_id = ${key_id} and idempotency_key = any (${names})
       and answered_at > ${at}::timestamptz - interval '24 hours'`,
});

/**
 * Marks answers that are about to be sent to another request, so that their charges are no longer taken back. Returns
 * those that still exist; the charges of the others were taken back meanwhile. Primary key.
 */
export const markReplayed = statement({
  name: 'mark-replayed',
  parameters: { key_id: 'uuid', names: '_text' },
  row: { idempotency_key: 'text' },
  wait_ms: SHORT_WAIT_MS,
  build: ({ key_id, names }) => sql`
    update idempotent_answers set replayed = true
     where key_id = ${key_id} and idempotency_key = any (${names}) returning idempotency_key`,
});
