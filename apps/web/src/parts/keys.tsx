import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { portal, toldOf } from '../lib/api.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, day, moment } from '../lib/words.ts';
import { Gap, Waiting } from './priced-section.tsx';

interface Key {
  id: string;
  prefix: string;
  label: string | null;
  mode: string;
  parent_id: string | null;
  monthly_cap: number | null;
  used_this_month: number;
  created_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  own: boolean;
  mine_to_change: boolean;
}

/** The keys of the account: make, label, cap and revoke sub-keys. A secret is shown once, when it is made. */
export function Keys({ mayChange, mode }: { mayChange: boolean; mode: string }) {
  const [turn, setTurn] = useState(0);
  const [secrets, setSecrets] = useState<string[]>([]);
  const [making, setMaking] = useState(false);
  const [said, setSaid] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const keys = useAnswer(`keys ${turn}`, () => portal<{ keys: Key[] }>('/keys'));
  const after = async (work: Promise<unknown>): Promise<boolean> => {
    setSaid('');
    const done = await work.then(
      () => true,
      (error: Error) => {
        setSaid(toldOf(error));
        return false;
      },
    );
    if (done) setTurn(turn + 1);
    return done;
  };
  // The pressed button disappears with its row, and would take the focus with it.
  const tell = (text: string): void => {
    setSaid(text);
    told.current?.focus();
  };
  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    // A second press, and a second key before the first is kept, must lose neither secret.
    setMaking(true);
    const made = portal<{ secret: string }>('/keys', 'POST', fieldsOf(form)).then(({ secret }) =>
      setSecrets((shown) => [...shown, secret]),
    );
    if (await after(made)) form.reset();
    setMaking(false);
  };
  return (
    <section class="section" aria-labelledby="keys">
      <header>
        <h2 id="keys">Keys</h2>
        <span class="muted">
          A sub-key spends from the same account, at most its cap, and counts towards the cap of its parent.
        </span>
      </header>
      {secrets.map((secret) => (
        <div class="note caution" role="status" key={secret}>
          <p>
            <strong>The new key. It is stored as a hash and cannot be shown again:</strong>
          </p>
          <p>
            <code class="secret">{secret}</code>
          </p>
          <p>
            <button
              type="button"
              class="plain"
              onClick={() => setSecrets(secrets.filter((other) => other !== secret))}
            >
              I have kept it
            </button>
          </p>
        </div>
      ))}
      <p class="small" role="alert" tabIndex={-1} ref={told}>
        {said}
      </p>
      {keys.state === 'waiting' && <Waiting height={[76, 220]} />}
      {keys.state === 'refused' && <Gap {...keys} />}
      {keys.state === 'answered' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
        <div class="scroll" tabIndex={0} aria-busy={keys.busy}>
          <table class="keys-table">
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Label</th>
                <th scope="col">Mode</th>
                <th scope="col" class="figure">
                  Cap a month
                </th>
                <th scope="col" class="figure">
                  Used this month
                </th>
                <th scope="col">Last used</th>
                <th scope="col">Made</th>
                <th scope="col">
                  <span class="hidden">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.value.keys.map((key) =>
                changing === key.id ? (
                  <Changed
                    key={key.id}
                    of={key}
                    cancel={() => {
                      setChanging(null);
                      tell('Nothing was changed.');
                    }}
                    save={async (fields) => {
                      if (!(await after(portal(`/keys/${key.id}`, 'PUT', fields)))) return;
                      setChanging(null);
                      tell(`${key.prefix}… is changed.`);
                    }}
                  />
                ) : (
                  <KeyRow
                    key={key.id}
                    of={key}
                    change={() => setChanging(key.id)}
                    revoke={async () => {
                      if (!confirm(`Revoke ${key.prefix}…? What uses it stops within seconds.`)) return;
                      if (await after(portal(`/keys/${key.id}`, 'DELETE')))
                        tell(`${key.prefix}… is revoked.`);
                    }}
                  />
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
      {mayChange && (
        <form class="fields new-key" onSubmit={create} aria-label="Make a sub-key">
          <div>
            <label for="new-label">Label</label>
            <input id="new-label" name="label" maxLength={80} autocomplete="off" />
          </div>
          <div>
            <label for="new-cap">Cap, credits a month</label>
            <input id="new-cap" {...CAP} autocomplete="off" />
          </div>
          <div class="submit">
            <button type="submit" disabled={making}>
              Make a {mode} sub-key
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

function KeyRow({ of, change, revoke }: { of: Key; change: () => void; revoke: () => void }) {
  return (
    <tr class={of.revoked_at ? 'gone' : ''}>
      <td>
        <code>{of.prefix}…</code>
        {of.own && <span class="tag">this session</span>}
        {of.parent_id && <small class="muted"> sub-key</small>}
      </td>
      <td>{of.label ?? '–'}</td>
      <td>{of.revoked_at ? <span class="tag alert">revoked {day(of.revoked_at)}</span> : of.mode}</td>
      <td class="figure">{of.monthly_cap === null ? 'none' : count(of.monthly_cap)}</td>
      <td class="figure">{count(of.used_this_month)}</td>
      <td class="nowrap">{of.last_used_at ? moment(of.last_used_at) : 'never'}</td>
      <td class="nowrap">{day(of.created_at)}</td>
      <td class="nowrap">
        {of.mine_to_change && (
          <>
            <button type="button" class="plain small-button" onClick={change}>
              Change<span class="hidden"> {of.prefix}</span>
            </button>{' '}
            <button type="button" class="plain small-button" onClick={revoke}>
              Revoke<span class="hidden"> {of.prefix}</span>
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

/** The browser tells the title where the text does not fit. */
const CAP = {
  name: 'monthly_cap',
  inputMode: 'numeric',
  pattern: '[0-9]*',
  title: 'A whole number of credits, or nothing for no cap',
} as const;

interface Fields {
  label: string | null;
  monthly_cap: number | null;
}

function Changed({
  of,
  save,
  cancel,
}: {
  of: Key;
  save: (fields: Fields) => Promise<void>;
  cancel: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  // Before the browser paints: what is typed at once after the button would otherwise be lost.
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <tr>
      <td colSpan={8}>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void save(fieldsOf(event.currentTarget));
          }}
        >
          <code>{of.prefix}…</code>
          <label>
            Label <input name="label" maxLength={80} defaultValue={of.label ?? ''} ref={first} />
          </label>
          <label>
            Cap <input {...CAP} defaultValue={of.monthly_cap ?? ''} />
          </label>
          <button type="submit">Save</button>
          <button type="button" class="plain" onClick={cancel}>
            Leave it
          </button>
        </form>
      </td>
    </tr>
  );
}

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form);
  const cap = String(data.get('monthly_cap') ?? '').trim();
  return {
    label: String(data.get('label') ?? '').trim() || null,
    monthly_cap: cap === '' ? null : Number(cap),
  };
}
