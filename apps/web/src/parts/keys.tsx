import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { portal, Refusal, toldOf } from '../lib/api.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { useOnce } from '../lib/use-once.ts';
import { count, day, moment, numbered } from '../lib/words.ts';
import { Find } from './find.tsx';
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
  const [named, setNamed] = useState('');
  const [secrets, setSecrets] = useState<string[]>([]);
  const [said, setSaid] = useState<Said>({ text: '', at: '' });
  const [changing, setChanging] = useState<{ id: string; was: Fields | null } | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const keys = useAnswer(`keys ${turn} ${named}`, async () => ({
    named,
    ...(await portal<Seen>(named ? `/keys?named=${encodeURIComponent(named)}` : '/keys')),
  }));
  const after = async (work: Promise<unknown>, at: string): Promise<boolean> => {
    setSaid({ text: '', at: '' });
    const refused: Error | null = await work.then(() => null).catch((error) => error);
    // The message is shown beside its form, since the table may be longer than the window. A deleted key has no form.
    const gone = refused instanceof Refusal && refused.status === 404;
    if (refused) setSaid({ text: toldOf(refused), at: gone ? '' : at });
    if (gone) told.current?.focus();
    // A 404 or 409 means that another window revoked or changed the key, so the table is out of date and is read again.
    if (!refused || gone || (refused instanceof Refusal && refused.status === 409))
      setTurn((before) => before + 1);
    return !refused;
  };
  // Moves the focus to the message, since the pressed button disappears with its row.
  const tell = (text: string): void => {
    setSaid({ text, at: '' });
    told.current?.focus();
  };
  const once = useOnce();
  const create = async (form: HTMLFormElement): Promise<void> => {
    // Secrets are appended: making a second key before the first secret was copied must not hide the first.
    const made = portal<{ secret: string }>('/keys', 'POST', fieldsOf(form)).then(
      ({ secret }) => setSecrets((shown) => [...shown, secret]),
      (error: Error) => {
        throw error instanceof Refusal ? error : new Error(`${toldOf(error)} ${PERHAPS_MADE}`);
      },
    );
    if (await after(made, NEW)) form.reset();
  };
  const save = async (key: Key, fields: Fields): Promise<void> => {
    const was = changing?.was ?? shownOf(key);
    const put = portal(`/keys/${key.id}`, 'PUT', { ...fields, was }).catch((error: Error) => {
      // The message shows the current values, so saving again is a deliberate overwrite.
      if (error instanceof Refusal && error.code === 'key_changed') setChanging({ id: key.id, was: null });
      throw error;
    });
    if (!(await after(put, key.id))) return;
    setChanging(null);
    tell(`${key.prefix}… is changed.`);
  };
  const revoke = async (key: Key): Promise<void> => {
    if (await after(portal(`/keys/${key.id}`, 'DELETE'), '')) tell(`${key.prefix}… is revoked.`);
    else told.current?.focus();
  };
  return (
    <section class="section" aria-labelledby="keys">
      <header>
        <h2 id="keys">Keys</h2>
        <span class="muted">
          A sub-key spends from the same account, at most its cap, and counts towards the cap of its parent.
        </span>
      </header>
      <div>
        {/* Always there, since a region that comes with its text is not read out everywhere. */}
        <div class="stack-2" role="status">
          {secrets.map((secret) => (
            <Secret
              key={secret}
              secret={secret}
              kept={() => setSecrets(secrets.filter((other) => other !== secret))}
            />
          ))}
        </div>
        <p class="small" role="alert" tabIndex={-1} ref={told}>
          {said.at === '' && said.text}
        </p>
      </div>
      {keys.state === 'waiting' && <Waiting height={[76, 220]} />}
      {keys.state === 'refused' && <Gap {...keys} />}
      {keys.state === 'answered' && (
        <>
          <Found {...keys.value} find={setNamed} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <div class="scroll" tabIndex={0} aria-busy={keys.busy}>
            <table class="keys-table">
              <Head />
              <tbody>
                {keys.value.keys.map((key) =>
                  changing?.id === key.id && key.mine_to_change ? (
                    <Changed
                      key={key.id}
                      of={key}
                      cancel={() => {
                        setChanging(null);
                        tell('Nothing was changed.');
                      }}
                      save={(fields) => once(key.id, () => save(key, fields))}
                      said={said.at === key.id ? said.text : ''}
                    />
                  ) : (
                    <KeyRow
                      key={key.id}
                      of={key}
                      change={() => setChanging({ id: key.id, was: shownOf(key) })}
                      revoke={() =>
                        confirm(`Revoke ${key.prefix}…? What uses it stops within seconds.`) &&
                        once(key.id, () => revoke(key))
                      }
                    />
                  ),
                )}
              </tbody>
            </table>
          </div>
        </>
      )}
      {mayChange && (
        <NewKey
          mode={mode}
          create={(form) => once(NEW, () => create(form))}
          said={said.at === NEW ? said.text : ''}
        />
      )}
    </section>
  );
}

/** The message about the last action, and its place: beside the form of a key, at `NEW`, or at the section if empty. */
interface Said {
  text: string;
  at: string;
}

const NEW = 'new';

function Secret({ secret, kept }: { secret: string; kept: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // Moves the focus to the secret: the button is below a table that may be longer than the window.
  useLayoutEffect(() => box.current!.focus(), []);
  return (
    <div class="note caution" tabIndex={-1} ref={box}>
      <p>
        <strong>The new key. It is stored as a hash and cannot be shown again:</strong>
      </p>
      <p>
        <code class="secret" translate={false}>
          {secret}
        </code>
      </p>
      <p>
        <button type="button" class="plain" onClick={kept}>
          I have kept it
        </button>
      </p>
    </div>
  );
}

function NewKey({
  mode,
  create,
  said,
}: {
  mode: string;
  create: (form: HTMLFormElement) => Promise<void>;
  said: string;
}) {
  return (
    <form
      class="fields new-key"
      onSubmit={(event) => {
        event.preventDefault();
        void create(event.currentTarget);
      }}
      aria-label="Make a sub-key"
    >
      <div>
        <label for="new-label">Label</label>
        <input id="new-label" name="label" maxLength={80} autocomplete="off" />
      </div>
      <div>
        <label for="new-cap">Cap, credits a month</label>
        <input id="new-cap" {...CAP} autocomplete="off" />
      </div>
      <div class="submit">
        <button type="submit">Make a {mode} sub-key</button>
      </div>
      <Failed text={said} />
    </form>
  );
}

function Failed({ text }: { text: string }) {
  return (
    <p class="small" role="alert">
      {text}
    </p>
  );
}

/** Shown if the answer, and with it the secret, was lost. */
const PERHAPS_MADE =
  'A key may have been made all the same: load this page again, and revoke it if it is in the list.';

interface Seen {
  keys: Key[];
  /** Number of keys that are not in the list. */
  left_out: number;
}

/** Says how many keys are left out, with a form to find them. If all are shown, the browser's own search is enough. */
function Found({ keys, left_out, named, find }: Seen & { named: string; find: (named: string) => void }) {
  if (left_out === 0 && named === '') return null;
  return (
    <>
      <Find what="keys" label="Label, or the beginning of a key" named={named} find={find} />
      <p class="note" role="status">
        {keys.length === 0
          ? `No key has “${named}” in its label or begins with it.`
          : left_out === 0
            ? `${numbered(keys.length, 'key')} with “${named}” in the label or at the beginning.`
            : `${numbered(keys.length, 'key')} are shown, those in force and the newest first. Find the other ${count(left_out)} by label or beginning.`}
      </p>
    </>
  );
}

function Head() {
  return (
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
      <td>
        {of.revoked_at ? (
          <span class="tag alert">revoked {day(of.revoked_at)}</span>
        ) : (
          // In an element, so that it also disappears on a page that the browser has translated.
          <span>{of.mode}</span>
        )}
      </td>
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

/** The browser shows the title if the text does not match. */
const CAP = {
  name: 'monthly_cap',
  inputMode: 'numeric',
  pattern: '0*([0-9]{0,9}|10{9})',
  title: 'A whole number of credits up to 1,000,000,000, or nothing for no cap',
} as const;

interface Fields {
  label: string | null;
  monthly_cap: number | null;
}

const shownOf = ({ label, monthly_cap }: Fields): Fields => ({ label, monthly_cap });

function Changed({
  of,
  save,
  cancel,
  said,
}: {
  of: Key;
  said: string;
  save: (fields: Fields) => Promise<void>;
  cancel: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  // A layout effect sets the focus before the browser paints, so that no key typed right after the button is lost.
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <tr>
      <td colSpan={8}>
        <form
          class="row"
          aria-label={`Change ${of.prefix}`}
          onKeyDown={(event) => event.key === 'Escape' && cancel()}
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
          <Failed text={said} />
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
