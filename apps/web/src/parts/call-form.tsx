import { useEffect, useRef, useState } from 'preact/hooks';
import type { InputOfReference, OperationOfReference } from '../../build/reference.ts';
import { countFromNow, ENDED, headersOfSession, toldOf } from '../lib/api.ts';
import { byProxy, parsed, whole } from '../lib/body-of.ts';
import { fetchInTime } from '../lib/deadline.ts';
import { session } from '../lib/session.ts';
import { callOf, mostCredits, searchOf, type Values, WrongInput } from '../lib/snippets.ts';
import { forgetForm, keepForm } from '../lib/stored-form.ts';
import { credits, count as grouped, numbered } from '../lib/words.ts';
import { InlineCode } from './inline-code.tsx';
import { SignIn } from './sign-in.tsx';

interface Sent {
  status: number;
  took_ms: number;
  charged: number;
  text: string;
  /** Null for an answer in JSON, which is shown instead of offered as a file. */
  file: { href: string; name: string; bytes: number } | null;
  wrong: Wrong;
}

/** Error messages by the name of the input. */
type Wrong = Record<string, string>;

interface Given {
  operation: OperationOfReference;
  values: Values;
  onChange: (values: Values) => void;
}

/** A form of an operation's inputs that sends the filled ones and shows the answer. */
export function CallForm({ operation, values, onChange }: Given) {
  const [sent, setSent] = useState<(Sent & { kept: boolean }) | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const more = useRef<HTMLDetailsElement>(null);
  const unanswered = useRef<Unanswered | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setSaid('');
    setWrong({});
    try {
      const next = await send(operation, values, unanswered);
      if (sent?.file) URL.revokeObjectURL(sent.file.href);
      if (next.status !== 401) forgetForm();
      setSent({ ...next, kept: next.status === 401 && keepForm(operation.id, values) });
      setWrong(next.wrong);
    } catch (error) {
      setSaid(toldOf(error as Error));
      if (error instanceof WrongInput) setWrong({ [error.field]: error.message });
    }
    setBusy(false);
  };
  const set = (name: string, text: string): void => onChange({ ...values, [name]: text });
  const first = operation.inputs.filter((input) => input.required || input.example !== null);
  const others = operation.inputs.filter((input) => !first.includes(input));
  useEffect(() => {
    if (others.some(({ name }) => wrong[name]) && more.current) more.current.open = true;
  }, [wrong]);
  const field = (input: InputOfReference) => (
    <Field
      key={input.name}
      input={input}
      value={values[input.name] ?? ''}
      wrong={wrong[input.name]}
      onInput={(text) => set(input.name, text)}
    />
  );
  if (!session.get()?.signed_in) return <SignIn why="The form asks the API as you, and so needs a key." />;
  return (
    <form class="stack" onSubmit={submit} noValidate>
      {first.length > 0 && <div class="fields">{first.map(field)}</div>}
      {others.length > 0 && (
        <details ref={more}>
          <summary>
            {first.length ? 'More inputs' : 'Inputs'} ({others.length}, none needed)
          </summary>
          <div class="fields">{others.map(field)}</div>
        </details>
      )}
      <div class="row">
        <button type="submit" disabled={busy}>
          Send
        </button>
        <span class="small" role="status">
          {said || (sent ? told(sent) : '')}
        </span>
      </div>
      {sent?.file && (
        <p>
          <a href={sent.file.href} download={sent.file.name}>
            Save as {sent.file.name}
          </a>{' '}
          <span class="small muted">{numbered(sent.file.bytes, 'byte')}</span>
        </p>
      )}
      {sent && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
        <pre class="tall" tabIndex={0} data-status={sent.status}>
          {sent.text}
        </pre>
      )}
    </form>
  );
}

function told({ status, took_ms, charged, kept }: Sent & { kept: boolean }): string {
  const test = session.get()?.key?.mode === 'test' && status < 300;
  const ended = status === 401 ? ` · ${ENDED}${kept ? ' What you typed stays.' : ''}` : '';
  return `${status} in ${grouped(took_ms)} ms · ${credits(charged)}${test ? ' (test key)' : ''}${ended}`;
}

/** A call without a complete answer. It may have been charged, so a repetition has the same Idempotency-Key. */
interface Unanswered {
  question: string;
  key: string;
}

async function send(
  operation: OperationOfReference,
  values: Values,
  unanswered: { current: Unanswered | null },
): Promise<Sent> {
  const call = callOf(operation, values);
  const question = JSON.stringify(call);
  if (unanswered.current?.question !== question)
    unanswered.current = { question, key: `portal-${Math.random()}-${Date.now()}` };
  const began_ms = performance.now();
  const count = countFromNow();
  const response = await fetchInTime(`/v1${call.path}${searchOf(call)}`, {
    method: operation.method,
    headers: {
      ...(await headersOfSession()),
      'idempotency-key': unanswered.current.key,
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
  count(response, response.ok ? mostCredits(operation, call) : 0);
  const body = await whole(response.blob());
  if (body.type.includes('html')) throw byProxy(response);
  if (response.ok) unanswered.current = null;
  return {
    status: response.status,
    took_ms: performance.now() - began_ms,
    charged: Number(response.headers.get('x-credits-charged') ?? 0),
    ...(await shown(operation.id, body)),
  };
}

/** File extensions of the answer forms that are offered as files. */
const ENDINGS: [type: RegExp, ending: string][] = [
  [/x-ndjson/, 'ndjson'],
  [/^text\/csv/, 'csv'],
  [/^text\//, 'txt'],
  [/geo\+json/, 'geojson'],
  [/parquet/, 'parquet'],
  [/vector-tile/, 'mvt'],
];
/** Maximum characters to show; a browser freezes on more text. */
const MOST_SHOWN = 500_000;

async function shown(id: string, body: Blob): Promise<Pick<Sent, 'text' | 'file' | 'wrong'>> {
  const ending = ENDINGS.find(([type]) => type.test(body.type))?.[1];
  const name = `${id}.${ending ?? 'json'}`;
  // The byte order mark makes Excel read a CSV as UTF-8.
  const saved = ending === 'csv' ? new Blob(['\uFEFF', body]) : body;
  const file = ending ? { href: URL.createObjectURL(saved), name, bytes: saved.size } : null;
  if (/parquet|vector-tile/.test(body.type))
    return { text: 'This form is not text: save it.', file, wrong: {} };
  const text = await body.text();
  // NDJSON is shown unformatted, one document on each line.
  const json = /[/+]json/.test(body.type) && text.length <= MOST_SHOWN ? parsed(text) : undefined;
  const pretty = json === undefined ? text : JSON.stringify(json, null, 2);
  const cut = file && pretty.length > MOST_SHOWN;
  return {
    text: cut ? `${pretty.slice(0, MOST_SHOWN)}\n… the rest is in the file` : pretty,
    file,
    wrong: wrongIn(json?.error?.details ?? []),
  };
}

/** Error messages by input. A detail may name a part of an input, such as `units[0].type`. */
function wrongIn(details: { field: string | null; issue: string }[]): Wrong {
  return Object.fromEntries(
    details.map(({ field, issue }) => {
      const name = /^\w+/.exec(field ?? '')?.[0] ?? '';
      return [name, `${field === name ? '' : `${field} `}${issue}`];
    }),
  );
}

function Field({
  input,
  value,
  wrong,
  onInput,
}: {
  input: InputOfReference;
  value: string;
  wrong: string | undefined;
  onInput: (text: string) => void;
}) {
  const id = `in-${input.name}`;
  const notes = [
    input.description,
    input.range && `From ${input.range}.`,
    input.fallback && `Default ${input.fallback}.`,
  ];
  const common = {
    id,
    name: input.name,
    'aria-describedby': `${id}-note`,
    'aria-invalid': wrong !== undefined,
    required: input.required,
  };
  return (
    <div class={input.kind === 'json' ? 'field wide' : 'field'}>
      <label for={id}>
        <code>{input.name}</code>
        {input.required ? ' (needed)' : ''}
      </label>
      {input.kind === 'choice' || input.kind === 'boolean' ? (
        <select {...common} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          <option value="">–</option>
          {(input.kind === 'boolean' ? ['true', 'false'] : input.choices).map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : input.kind === 'json' ? (
        <textarea
          {...common}
          rows={3}
          spellcheck={false}
          class="mono"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={input.kind === 'number' ? 'decimal' : undefined}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
      <p class="small muted" id={`${id}-note`}>
        {wrong && <strong class="wrong">{wrong} </strong>}
        <InlineCode text={notes.filter(Boolean).join(' ')} />
        {input.kind === 'choices' &&
          input.choices.length > 0 &&
          ` Any of ${input.choices.join(', ')}, with commas.`}
        {input.kind === 'json' && ' As JSON.'}
      </p>
    </div>
  );
}
