import { columnsOf, json, orNull, type Queryable, query, SHORT_WAIT_MS, sql, statement } from '@domesday/db';

export interface Charge {
  account_id: string;
  key_id: string;
  operation: string;
  credits: number;
  request_id: string;
  /** The answer to store for a caller that may repeat the request with the same Idempotency-Key. */
  answer?: StoredAnswer;
}

export interface StoredAnswer {
  idempotency_key: string;
  /** SHA-256 of operation and request as it was sent, hexadecimal. Release 1.1.0 compares this one. */
  fingerprint: string;
  /**
   * SHA-256 of operation and canonical request, hexadecimal. Another request with the same Idempotency-Key is a
   * mistake.
   */
  canonical: string;
  content_type: string;
  headers: Record<string, string>;
  body: string;
}

export interface Settled {
  account_id: string;
  key_id: string;
  /** When the credits were charged. The counters are those of that month. */
  at: Date;
  account_used: number;
  /** Credits of the month that count towards the cap of the key: its own and those of its sub-keys. */
  key_used: number;
  /** Credits of the month that count towards the cap of its parent; null without a parent. */
  parent_used: number | null;
}

const settlement = statement({
  name: 'settle-batch',
  parameters: {
    month: 'date',
    at: 'timestamptz',
    keys: '_uuid',
    accounts: '_uuid',
    places: '_int4',
    operations: '_text',
    credits: '_int4',
    requests: '_text',
    answers: 'jsonb?',
  },
  row: { account_id: 'uuid', key_id: 'uuid', account_used: 'int4', key_used: 'int4', parent_used: 'int4?' },
  wait_ms: SHORT_WAIT_MS,
  build: (v) => sql`
    select account_id, key_id, account_used, key_used, parent_used
    from settle_batch(${v.month}, ${v.at}, ${v.keys}, ${v.accounts}, ${v.places}, ${v.operations}, ${v.credits},
      ${v.requests}, ${v.answers})`,
});

/**
 * Writes all charges or none, in one statement and so one commit: a ledger row for each, the counters of the month, and
 * the answers to store. Counters are checked against plan and caps while their rows are locked. A charge that was
 * settled before adds nothing, so a settlement may be sent again. Throws SQLSTATE DD402 where an account or key would
 * be overdrawn, DD409 where an answer is already stored. Returns the new counters, one row for each key.
 */
export async function settle(db: Queryable, month: string, at: Date, charges: Charge[]): Promise<Settled[]> {
  const accounts = new Map(charges.map(({ key_id, account_id }) => [key_id, account_id]));
  const ids = [...accounts.keys()].sort();
  const places = new Map(ids.map((id, i) => [id, i + 1]));
  const rows = await settlement.rows(db, {
    month,
    at,
    keys: ids,
    accounts: ids.map((id) => accounts.get(id)!),
    places: charges.map((c) => places.get(c.key_id)!),
    operations: charges.map((c) => c.operation),
    credits: charges.map((c) => c.credits),
    requests: charges.map((c) => c.request_id),
    answers: answersOf(charges),
  });
  return rows.map((row) => ({ ...row, at }));
}

function answersOf(charges: Charge[]): string | null {
  const answers = charges.flatMap(({ key_id, request_id, answer }) =>
    answer ? [{ key_id, request_id, ...answer }] : [],
  );
  return answers.length ? JSON.stringify(answers) : null;
}

const cancellation = statement({
  name: 'cancel-charges',
  parameters: {
    month: 'date',
    at: 'timestamptz',
    accounts: '_uuid',
    keys: '_uuid',
    operations: '_text',
    requests: '_text',
  },
  row: { taken: 'int4?' },
  wait_ms: SHORT_WAIT_MS,
  build: (v) => sql`
    select cancel_charges(${v.month}, ${v.at}, ${v.accounts}, ${v.keys}, ${v.operations}, ${v.requests}) as taken`,
});

/**
 * Takes back the charges that were made, and prevents the others from being made later. Returns how many had been made.
 */
export async function cancel(db: Queryable, month: string, at: Date, charges: Charge[]): Promise<number> {
  const { taken } = await cancellation.one(db, {
    month,
    at,
    accounts: charges.map((c) => c.account_id),
    keys: charges.map((c) => c.key_id),
    operations: charges.map((c) => c.operation),
    requests: charges.map((c) => c.request_id),
  });
  return taken ?? 0;
}

/** What was charged for a request, with the name of its account; unique index of ledger. */
export const chargeOfRequest = statement({
  name: 'charge-of-request',
  parameters: { request_id: 'text' },
  row: {
    ...columnsOf('ledger', [
      'account_id',
      'key_id',
      'operation',
      'credits',
      'request_id',
      'month',
      'charged_at',
    ]),
    account_name: columnsOf('accounts', ['name']).name,
  },
  build: (v) =>
    query
      .selectFrom('ledger as l')
      .innerJoin('accounts as a', 'a.id', 'l.account_id')
      .select([
        'l.account_id',
        'l.key_id',
        'l.operation',
        'l.credits',
        'l.request_id',
        'l.month',
        'l.charged_at',
      ])
      .select('a.name as account_name')
      .where('l.request_id', '=', v.request_id),
});

const taking = statement({
  name: 'take-back-answered',
  parameters: {
    month: 'date',
    at: 'timestamptz',
    account_id: 'uuid',
    key_id: 'uuid',
    operation: 'text',
    credits: 'int4',
    request_id: 'text',
    idempotency_key: 'text',
  },
  row: { taken: 'bool?' },
  wait_ms: SHORT_WAIT_MS,
  build: (v) => sql`
    select take_back_answered(${v.month}, ${v.at}, ${v.account_id}, ${v.key_id}, ${v.operation}, ${v.credits},
      ${v.request_id}, ${v.idempotency_key}) as taken`,
});

/**
 * Takes back a charge and deletes the answer stored under this Idempotency-Key. False if the answer was sent to another
 * request: then both stay.
 */
export async function takeBackAnswered(
  db: Queryable,
  month: string,
  at: Date,
  { answer: _, ...charge }: Charge,
  idempotency_key: string,
): Promise<boolean> {
  const { taken } = await taking.one(db, { ...charge, month, at, idempotency_key });
  return taken ?? true;
}

/** The answer stored for this key and Idempotency-Key within 24 hours; primary key. */
export const storedAnswer = statement({
  name: 'stored-answer',
  parameters: { key_id: 'uuid', idempotency_key: 'text', at: 'timestamptz' },
  row: {
    fingerprint: 'text',
    canonical: 'text?',
    ...columnsOf('idempotent_answers', ['content_type', 'body', 'replayed']),
    headers: orNull(json<Record<string, string>>('jsonb')),
  },
  wait_ms: SHORT_WAIT_MS,
  build: (v) => sql`
    select encode(fingerprint, 'hex') as fingerprint, encode(canonical, 'hex') as canonical, content_type, headers, body,
      replayed from idempotent_answers
     where key_id = ${v.key_id} and idempotency_key = ${v.idempotency_key}
       and answered_at > ${v.at}::timestamptz - interval '24 hours'`,
});

/** Deletes the answer stored for this key and Idempotency-Key; primary key. */
export const forgottenAnswer = statement({
  name: 'forget-answer',
  parameters: { key_id: 'uuid', idempotency_key: 'text' },
  wait_ms: SHORT_WAIT_MS,
  build: (v) =>
    query
      .deleteFrom('idempotent_answers')
      .where('key_id', '=', v.key_id)
      .where('idempotency_key', '=', v.idempotency_key),
});
