import { loaderBy, type Queryable, sql, statement } from '@domesday/db';

/** Inserts in key order, so that two transactions that insert the same rows cannot deadlock. */
export const addPaidQuestions = statement({
  name: 'add-paid-questions',
  parameters: { accounts: '_uuid', questions: '_text', releases: '_text' },
  build: (v) => sql`
    insert into paid_questions (account_id, question, release)
    select a, decode(q, 'hex'), r
      from unnest(${v.accounts}::uuid[], ${v.questions}::text[], ${v.releases}::text[]) as u (a, q, r)
     order by 1, 2
    on conflict do nothing`,
});

/** Which of the given questions the given accounts have paid for; primary key of paid_questions. */
const paidQuestions = statement({
  name: 'paid-questions',
  parameters: { keys: 'json' },
  row: { line: 'int4' },
  build: ({ keys }) => sql`
    select k.line from json_to_recordset(${keys}) as k (line integer, account_id uuid, question text)
    where exists (select from paid_questions p
      where p.account_id = k.account_id and p.question = decode(k.question, 'hex'))`,
});

const readPaid = loaderBy<{ account_id: string; question: string }, object>(paidQuestions);

/** Whether the account has paid for the answer. */
export async function hasPaid(db: Queryable, account_id: string, question: string): Promise<boolean> {
  return (await readPaid(db, { account_id, question })) !== null;
}
