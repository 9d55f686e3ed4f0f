import { useState } from 'preact/hooks';
import { portal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, day, numbered } from '../lib/words.ts';
import { Find } from './find.tsx';
import { Gap, Waiting } from './priced-section.tsx';

interface AccountsAndPlans {
  accounts: {
    id: string;
    name: string;
    plan_id: string;
    monthly_credits: number;
    rate_limit: number;
    credits_used: number;
    keys: number;
    created_at: string;
  }[];
  /** Number of older accounts that are not in the list. */
  left_out: number;
  plans: { id: string; monthly_credits: number; rate_limit: number }[];
}

/** For operators: every account with its plan, and the plans. */
export function Accounts() {
  const [named, setNamed] = useState('');
  const all = useAnswer(`accounts ${named}`, async () => ({
    named,
    ...(await portal<AccountsAndPlans>(named ? `/accounts?named=${encodeURIComponent(named)}` : '/accounts')),
  }));
  return (
    <section class="section" aria-labelledby="accounts">
      <header>
        <h2 id="accounts">All accounts</h2>
        <span class="muted">Seen with an operator's key. Plans are changed on the command line.</span>
      </header>
      {all.state === 'waiting' && <Waiting height={[76, 220]} />}
      {all.state === 'refused' && <Gap {...all} />}
      {all.state === 'answered' && (
        <>
          <Found {...all.value} find={setNamed} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <div class="scroll" tabIndex={0} aria-busy={all.busy}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col">Plan</th>
                  <th scope="col" class="figure">
                    Used this month
                  </th>
                  <th scope="col" class="figure">
                    Credits a month
                  </th>
                  <th scope="col" class="figure">
                    Keys
                  </th>
                  <th scope="col">Since</th>
                </tr>
              </thead>
              <tbody>
                {all.value.accounts.map((account) => (
                  <tr key={account.id}>
                    <td>
                      {account.name} <small class="muted mono">{account.id}</small>
                    </td>
                    <td>{account.plan_id}</td>
                    <td class="figure">{count(account.credits_used)}</td>
                    <td class="figure">{count(account.monthly_credits)}</td>
                    <td class="figure">{count(account.keys)}</td>
                    <td class="nowrap">{day(account.created_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <div class="scroll" tabIndex={0}>
            <table class="narrow">
              <caption>Plans</caption>
              <thead>
                <tr>
                  <th scope="col">Plan</th>
                  <th scope="col" class="figure">
                    Credits a month
                  </th>
                  <th scope="col" class="figure">
                    Requests in 10 s
                  </th>
                </tr>
              </thead>
              <tbody>
                {all.value.plans.map((plan) => (
                  <tr key={plan.id}>
                    <td>{plan.id}</td>
                    <td class="figure">{count(plan.monthly_credits)}</td>
                    <td class="figure">{count(plan.rate_limit)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

interface Seen extends AccountsAndPlans {
  named: string;
  find: (named: string) => void;
}

/** Says how many accounts are left out, with a form to find them. */
function Found({ accounts, left_out, named, find }: Seen) {
  if (left_out === 0 && named === '') return null;
  const shown = numbered(accounts.length, 'account');
  return (
    <>
      <Find what="accounts" label="Name, id, or the beginning of a key" named={named} find={find} />
      <p class="note" role="status">
        {accounts.length === 0
          ? `No account has “${named}” in its name, and none has an id or a key that begins with it.`
          : left_out > 0
            ? `The newest ${shown} are shown. Find the other ${count(left_out)} by name, id or key; ${operatorCommand('accounts list')} lists all.`
            : `${shown} with “${named}” in the name, or at the beginning of the id or of a key.`}
      </p>
    </>
  );
}
