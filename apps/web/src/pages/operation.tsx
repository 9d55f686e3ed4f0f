import { entries, load } from 'virtual:reference';
import { useRef, useState } from 'preact/hooks';
import type { OperationOfReference } from '../../build/reference.ts';
import { part } from '../lib/part.ts';
import { putOnClipboard } from '../lib/put-on-clipboard.ts';
import {
  type Call,
  callOf,
  examples,
  LANGUAGES,
  type Language,
  searchOf,
  snippet,
  type Values,
} from '../lib/snippets.ts';
import { storedForm } from '../lib/stored-form.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { credits } from '../lib/words.ts';
import { CallForm } from '../parts/call-form.tsx';
import { DocsFrame } from '../parts/docs-frame.tsx';
import { InlineCode } from '../parts/inline-code.tsx';
import { Gap } from '../parts/priced-section.tsx';

/** One operation: what it does, a form that sends it, the same call in code, and every field of its answer. */
export default function Operation({ given }: { given: string }) {
  const known = entries.some((entry) => entry.id === given);
  const loaded = useAnswer(known ? given : null, async () => (await part(load[given]!)).default);
  document.title = `${known ? given : 'No such operation'} – Domesday`;
  return (
    <DocsFrame current={`/docs/reference/${given}`}>
      {!known && <h1>There is no such operation</h1>}
      {loaded.state === 'refused' && <Gap {...loaded} />}
      {loaded.state === 'answered' && <Described operation={loaded.value} />}
    </DocsFrame>
  );
}

function Described({ operation }: { operation: OperationOfReference }) {
  const [values, setValues] = useState<Values>(() => storedForm(operation.id) ?? examples(operation));
  const groups = operation.exactly_one?.map((group) => group.join(' with ')).join(', ');
  return (
    <>
      <header class="stack-2">
        <h1>{operation.summary}</h1>
        <p class="row">
          <code>
            {operation.method} /v1{operation.path}
          </code>
          <span class="tag">{operation.credits ? credits(operation.credits) : 'free'}</span>
          {operation.tool && <span class="small muted">tool {operation.tool}</span>}
        </p>
        <p class="prose">
          <InlineCode text={operation.description} />
        </p>
        {groups && <p class="prose">Give exactly one of: {groups}.</p>}
      </header>
      <section class="section">
        <h2>Try it</h2>
        <CallForm operation={operation} values={values} onChange={setValues} />
      </section>
      <section class="section">
        <h2>In code</h2>
        <Snippets operation={operation} values={values} />
      </section>
      {operation.answer !== null && (
        <section class="section">
          <h2>A worked answer</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <pre class="tall" tabIndex={0}>
            {JSON.stringify(operation.answer, null, 2)}
          </pre>
        </section>
      )}
      {operation.fields.length > 0 && <Fields fields={operation.fields} />}
      <section class="section">
        <h2>Answers by status</h2>
        <dl class="statuses">
          {operation.statuses.map(({ status, description }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** The fields of an answer by their whole paths. */
function Fields({ fields }: Pick<OperationOfReference, 'fields'>) {
  const path: string[] = [];
  return (
    <section class="section">
      <h2>Fields of the answer</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <div class="scroll" tabIndex={0}>
        <table class="fields-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">What it is</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, within, type, description }) => {
              path.splice(within, path.length, name);
              return (
                <tr key={path.join('.')}>
                  <td>
                    <code>{path.join('.')}</code>
                  </td>
                  <td>{type}</td>
                  <td>
                    <InlineCode text={description} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Snippets({ operation, values }: { operation: OperationOfReference; values: Values }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [copied, setCopied] = useState('Copy');
  const shown = useRef<HTMLPreElement>(null);
  let call: Call | null = null;
  let text = '';
  try {
    call = callOf(operation, values);
    text = snippet(language, operation, call, `${location.origin}/v1`);
  } catch (error) {
    text = (error as Error).message;
  }
  return (
    <div class="stack-2">
      <div class="row">
        {LANGUAGES.map((name) => (
          <button
            key={name}
            type="button"
            class="plain choice"
            aria-pressed={name === language}
            onClick={() => {
              setLanguage(name);
              setCopied('Copy');
            }}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          class="plain copy"
          onClick={async () =>
            setCopied((await putOnClipboard(shown.current!)) ? 'Copied' : 'Selected: press Ctrl and C')
          }
        >
          {copied}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <pre class="snippet" tabIndex={0} ref={shown} translate={false}>
        {text}
      </pre>
      {call && (
        <p class="small muted">
          The key is read from the environment: <code>export DOMESDAY_KEY=…</code>
        </p>
      )}
      {call && searchOf(call).length > 6000 && <p class="small muted">A URL may have at most 16 KB.</p>}
    </div>
  );
}
