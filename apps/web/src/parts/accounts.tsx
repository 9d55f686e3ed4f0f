import { portal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, day } from '../lib/words.ts';
import { Gap } from './priced-section.tsx';

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
  /** Number of newer ones that are not in the list. */
  left_out: number;
  plans: { id: string; monthly_credits: number; rate_limit: number }[];
}

/** For operators: every account with its plan, and the plans. */
export function Accounts() {
  const all = useAnswer('accounts', () => portal<AccountsAndPlans>('/accounts'));
  return (
    <section class="section" aria-labelledby="accounts">
      <header>
        <h2 id="accounts">All accounts</h2>
        <span class="muted">Seen with an operator's key. Plans are changed on the command line.</span>
      </header>
      {all.state === 'refused' && <Gap {...all} />}
      {all.state === 'answered' && (
        <>
          {all.value.left_out > 0 && (
            <p class="note">
              The oldest are shown; {count(all.value.left_out)} more are listed by{' '}
              <code>{operatorCommand('accounts list')}</code>.
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <div class="scroll" tabIndex={0}>
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
