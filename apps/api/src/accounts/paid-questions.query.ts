import { sql, statement } from '@domesday/db';

export const addPaidQuestions = statement({
  name: 'add-paid-questions',
  parameters: { accounts: '_uuid', questions: '_text', releases: '_text' },
  build: (v) => sql`
    insert into paid_questions (account_id, question, release)
    select a, decode(q, 'hex'), r
      from unnest(${v.accounts}::uuid[], ${v.questions}::text[], ${v.releases}::text[]) as u (a, q, r)
    on conflict do nothing`,
});

/** Whether the account has paid for the answer; primary key of paid_questions. */
export const paidQuestion = statement({
  name: 'paid-question',
  parameters: { account_id: 'uuid', question: 'text' },
  row: { paid: 'bool' },
  build: (v) => sql`
    select exists (select from paid_questions
      where account_id = ${v.account_id} and question = decode(${v.question}, 'hex')) as paid`,
});
