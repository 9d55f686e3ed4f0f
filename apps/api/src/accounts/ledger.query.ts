import { promptly, type Queryable } from '@domesday/db';

export interface Charge {
  account_id: string;
  key_id: string;
  operation: string;
  credits: number;
  request_id: string;
  /** The answer to keep for a caller that may ask again with the same Idempotency-Key. */
  answer?: KeptAnswer;
}

export interface KeptAnswer {
  idempotency_key: string;
  /** SHA-256 of operation and request, hexadecimal: the same key with another request is a mistake. */
  fingerprint: string;
  content_type: string;
  body: string;
}

export interface Settled {
  account_id: string;
  key_id: string;
  account_used: number;
  key_used: number;
}

/**
 * Writes all the charges or none, in one statement and so in one commit: the counters of the month, checked
 * against plan and cap while their rows are locked, a ledger row for each, and the answers to keep. Throws
 * SQLSTATE DD402 where an account or a key would be overdrawn, DD409 where an answer is kept already. Returns the counters after it, one row for each key.
 */
export async function settle(db: Queryable, month: string, at: Date, charges: Charge[]): Promise<Settled[]> {
  const [alone] = charges;
  if (alone && charges.length === 1 && !alone.answer) return settleOne(db, month, at, alone);
  const keys = sumsByKey(charges);
  const ids = [...keys.keys()].sort();
  const places = new Map(ids.map((id, i) => [id, i + 1]));
  const { rows } = await db.query<Settled>({
    ...promptly,
    name: 'settle-charges',
    text: 'select * from settle_charges($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      month,
      at,
      ids,
      ids.map((id) => keys.get(id)!.account_id),
      ids.map((id) => keys.get(id)!.credits),
      charges.map((c) => places.get(c.key_id)),
      charges.map((c) => c.operation),
      charges.map((c) => c.credits),
      charges.map((c) => c.request_id),
      answersOf(charges),
    ],
  });
  return rows;
}

/** The same for a charge that came alone, as it does on a server that is not busy. */
async function settleOne(db: Queryable, month: string, at: Date, charge: Charge): Promise<Settled[]> {
  const { key_id, account_id, operation, credits, request_id } = charge;
  const { rows } = await db.query<Settled>({
    ...promptly,
    name: 'settle-charge',
    text: 'select * from settle_charge($1, $2, $3, $4, $5, $6, $7)',
    values: [month, at, key_id, account_id, operation, credits, request_id],
  });
  return rows;
}

function sumsByKey(charges: Charge[]): Map<string, { account_id: string; credits: number }> {
  const keys = new Map<string, { account_id: string; credits: number }>();
  for (const { key_id, account_id, credits } of charges) {
    const known = keys.get(key_id);
    if (known) known.credits += credits;
    else keys.set(key_id, { account_id, credits });
  }
  return keys;
}

function answersOf(charges: Charge[]): string | null {
  const answers = charges.flatMap((c) => (c.answer ? [{ key_id: c.key_id, ...c.answer }] : []));
  return answers.length ? JSON.stringify(answers) : null;
}

/** An answer that was kept for this key and Idempotency-Key within 24 hours; primary key. */
export async function keptAnswer(
  db: Queryable,
  key_id: string,
  idempotency_key: string,
  at: Date,
): Promise<{ fingerprint: string; content_type: string; body: string } | null> {
  const { rows } = await db.query({
    ...promptly,
    name: 'kept-answer',
    text: `select encode(fingerprint, 'hex') as fingerprint, content_type, body from idempotent_answers
           where key_id = $1 and idempotency_key = $2 and answered_at > $3::timestamptz - interval '24 hours'`,
    values: [key_id, idempotency_key, at],
  });
  return rows[0] ?? null;
}

/** Forgets the answers that are past their 24 hours; index idempotent_answers_age. */
export async function forgetOldAnswers(db: Queryable, at: Date): Promise<void> {
  await db.query(
    "delete from idempotent_answers where answered_at <= $1::timestamptz - interval '24 hours'",
    [at],
  );
}
