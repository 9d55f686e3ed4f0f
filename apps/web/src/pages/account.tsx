import { session } from '../lib/session.ts';
import { count, day, moment } from '../lib/words.ts';
import { Accounts } from '../parts/accounts.tsx';
import { Keys } from '../parts/keys.tsx';
import { SignIn } from '../parts/sign-in.tsx';
import { Usage } from '../parts/usage.tsx';

/** Credits, usage and keys of the signed-in account. */
export default function Account() {
  document.title = 'Account – Domesday';
  const read = session.get();
  if (!read?.signed_in || !read.credits || !read.key || !read.account) {
    return (
      <div class="stack">
        <h1>Account</h1>
        {new URLSearchParams(location.search).get('link') === 'used' && (
          <p class="note caution">
            That sign-in link was used already, or is older than a quarter of an hour.
          </p>
        )}
        <SignIn why="Credits, usage and keys are those of the key you sign in with." />
      </div>
    );
  }
  const { credits, key, account } = read;
  const used = credits.allowance - credits.remaining;
  const [ends_on, ends_at] = read.expires_at ? moment(read.expires_at).split(', ') : ['–', '–'];
  const share = credits.allowance ? Math.min(100, (used / credits.allowance) * 100) : 0;
  return (
    <div class="stack">
      <header class="stack-2">
        <h1>{account.name}</h1>
        <p class="row muted">
          <span>Plan {account.plan}</span>
          <span>
            Key <code>{key.prefix}…</code>
            {key.label && (
              <>
                {' '}
                (<bdi>{key.label}</bdi>)
              </>
            )}
          </span>
          <span class={`tag ${key.mode === 'test' ? 'caution' : 'good'}`}>{key.mode} key</span>
          {key.admin && <span class="tag">operator</span>}
        </p>
      </header>
      <section class="section" aria-labelledby="balance">
        <h2 id="balance">Balance</h2>
        <dl class="figures">
          <div>
            <dt>Credits left</dt>
            <dd>
              {count(credits.remaining)}
              <small>of {count(credits.allowance)} this month</small>
            </dd>
          </div>
          <div>
            <dt>Renewed on</dt>
            <dd>
              {day(credits.resets_at)}
              <small>midnight UTC</small>
            </dd>
          </div>
          <div>
            <dt>This session ends</dt>
            <dd>
              {ends_at}
              <small>on {ends_on}</small>
            </dd>
          </div>
        </dl>
        <progress max={100} value={share} aria-label={`${Math.round(share)} % of the month's credits used`} />
        {key.mode === 'test' && <p class="note">A test key can call every operation and costs nothing.</p>}
      </section>
      <Usage test={key.mode === 'test'} resets_at={credits.resets_at} />
      <Keys mayChange={!key.sub_key} mode={key.mode} />
      {key.admin && <Accounts />}
    </div>
  );
}
