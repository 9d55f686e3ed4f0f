import { useState } from 'preact/hooks';
import { toldOf } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { signIn } from '../lib/session.ts';

/**
 * Instructions for visitors without a key, and the sign-in form. The key is sent to the server once and not stored
 * here.
 */
export function SignIn({ why }: { why: string }) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    setBusy(true);
    setSaid('');
    await signIn(String(key).trim()).catch((error: Error) => setSaid(toldOf(error)));
    setBusy(false);
  };
  return (
    <form class="card" onSubmit={submit} aria-label="Sign in">
      <h2>Sign in with a key</h2>
      <p>{why}</p>
      <div class="stack-2">
        <label for="key">API key</label>
        <input
          id="key"
          name="key"
          type="password"
          required
          autocomplete="current-password"
          spellcheck={false}
          placeholder="svc_live_… or svc_test_…"
          aria-invalid={said !== ''}
          aria-describedby="key-said"
        />
        <p class="small" role="alert" id="key-said">
          {said}
        </p>
      </div>
      <div class="row">
        <button type="submit" disabled={busy}>
          Sign in
        </button>
        <span class="small muted">The session ends after 12 hours.</span>
      </div>
      <p class="small muted">
        No key yet? <code>npm start</code> prints a link that signs this browser in with the sandbox's test
        key; <code>{operatorCommand('keys create')}</code> makes a key of your own.
      </p>
    </form>
  );
}
