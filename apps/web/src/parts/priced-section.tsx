import type { OperationId, ResponseOf } from '@domesday/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, priceOf, Refusal, toldOf } from '../lib/api.ts';
import { later, pressingUntil } from '../lib/later.ts';
import { session } from '../lib/session.ts';
import { signal } from '../lib/signal.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { credits, day, numbered } from '../lib/words.ts';

interface Given<Id extends OperationId> {
  id: string;
  title: string;
  operation: Id;
  path: string;
  /** Shown below a refusal, such as a choice for a missing input. */
  below?: (error: Error) => ComponentChildren;
  /** Shown below in any case, since it does not depend on the answer. */
  known?: ComponentChildren;
  /** Requests at once even if it costs a live key something. */
  atOnce?: boolean;
  /** Height kept free until the answer arrives, pixels: in a wide window, and in a narrow one. */
  height: [wide: number, narrow: number];
  children: (answer: ResponseOf<Id>) => ComponentChildren;
}

/**
 * A section that calls one operation. With a test key it calls at once; a live key is shown the price and a button, so
 * that opening a page spends no more than it says.
 */
export function PricedSection<Id extends OperationId>(given: Given<Id>) {
  const price = priceOf(given.operation);
  const free = price === 0 || given.atOnce || session.get()?.key?.mode === 'test';
  const [wanted, setWanted] = useState(free);
  const answer = useAnswer(wanted ? given.path : null, async () => {
    if (!given.atOnce) await later();
    const asked = ask(given.operation, given.path);
    if (given.atOnce) pressingUntil(asked);
    return asked;
  });
  return (
    <section
      class={`section asked-${given.id}${wanted || given.known ? '' : ' unasked'}`}
      aria-labelledby={given.id}
    >
      <header>
        <h2 id={given.id}>{given.title}</h2>
        {answer.state === 'answered' && (
          <Basis answer={answer.value as { meta?: Meta }} operation={given.operation} title={given.title} />
        )}
      </header>
      {!wanted ? (
        <p class="row">
          <button type="button" class="plain" onClick={() => setWanted(true)}>
            Show for at most {credits(price)}
          </button>
        </p>
      ) : answer.state === 'waiting' ? (
        <Waiting height={given.height} />
      ) : answer.state === 'refused' ? (
        <>
          <Gap {...answer} />
          {given.below?.(answer.error)}
        </>
      ) : (
        given.children(answer.value)
      )}
      {given.known}
    </section>
  );
}

/** Placeholder for a pending answer, of about the same height, so that nothing below it moves. */
export function Waiting({ height: [wide, narrow] }: { height: [wide: number, narrow: number] }) {
  return (
    <div class="waiting kept" role="status" style={{ '--wide': `${wide}px`, '--narrow': `${narrow}px` }}>
      Asking …
    </div>
  );
}

export interface Meta {
  as_of: string;
  sample_size: number | null;
  geography: { used: string; widened: boolean; widened_from: string | null } | null;
  period: { from: string; to: string } | null;
  sources: { id: string; name: string; release: string | null; licence: string; attribution: string }[];
  warnings: { code: string; field: string | null; message: string }[];
}

/** The `meta` of each shown section, by its title. */
export const bases = signal<Record<string, Meta>>({});

interface BasisGiven {
  answer: { meta?: Meta };
  operation: string;
  title: string;
}

/** Area, sample size and time; folded below them the sources with their licences, and the warnings. */
function Basis({ answer, operation, title }: BasisGiven) {
  const { meta } = answer;
  useEffect(() => {
    if (meta) bases.set({ ...bases.get(), [title]: meta });
  }, [meta]);
  if (!meta) return null;
  const parts = [
    meta.geography?.used,
    meta.sample_size !== null ? numbered(meta.sample_size, 'record') : null,
    meta.period ? `${day(meta.period.from)} to ${day(meta.period.to)}` : `as of ${day(meta.as_of)}`,
  ].filter(Boolean);
  return (
    <div class="basis">
      <span class="muted">{parts.join(' · ')}</span>
      <details>
        <summary>
          Sources
          {meta.warnings.length > 0 ? ` and ${numbered(meta.warnings.length, 'caution')}` : ''}
        </summary>
        <div class="note">
          {meta.geography?.widened && (
            <p>A wider area answered, since {meta.geography.widened_from} holds too few records.</p>
          )}
          {meta.warnings.length > 0 && (
            <ul class="plain-list">
              {meta.warnings.map((warning) => (
                <li key={`${warning.code}${warning.field}${warning.message}`}>
                  {warning.field && <code>{warning.field}</code>} {warning.message}
                </li>
              ))}
            </ul>
          )}
          <ul class="plain-list small">
            {meta.sources.map((source) => (
              <li key={source.id}>
                {source.name}
                {source.release && `, release ${source.release}`}. {source.licence}.{' '}
                <em>{source.attribution}</em>
              </li>
            ))}
          </ul>
          <p class="small">
            <a href={`/docs/reference/${operation}`}>The same call over the API</a>
          </p>
        </div>
      </details>
    </div>
  );
}

/** Whether a section was requested again and has not failed since. */
let askedAgain = false;

/** Shows why there is no answer and what would help. `again` repeats the request. */
export function Gap({ error, again }: { error: Error; again?: () => void }) {
  const refusal = error instanceof Refusal ? error : null;
  const passing = !refusal || refusal.status === 429 || refusal.status >= 500;
  // Removes the API's advice, which names inputs that the page does not have.
  const text = toldOf(error).replace(/ Ask (for|with) .+$/, '');
  // If several sections fail for the same reason, only the first is announced; a repeated request is always announced.
  const [first] = useState(() => {
    const others = [...document.querySelectorAll('.note[role=alert]')];
    // Only the beginning is compared, since each message may end with a different request id.
    const told = !askedAgain && others.some((one) => one.textContent.includes(text.slice(0, 28)));
    askedAgain = false;
    return !told;
  });
  const mended = refusal?.code === 'source_not_loaded' || refusal?.code === 'not_covered';
  return (
    <div
      class={refusal && refusal.status < 500 ? 'note' : 'note alert'}
      role={!(passing || [401, 402].includes(refusal.status)) ? 'status' : first ? 'alert' : undefined}
    >
      <p>{text}</p>
      {refusal?.details
        .filter(({ issue }) => !refusal.message.includes(issue))
        .map(({ field, issue }) => (
          <p class="small" key={`${field}${issue}`}>
            {field && <code>{field}</code>} {issue}
          </p>
        ))}
      {mended && (
        <p class="small">
          <a href="/data">The data page</a> tells which command loads it.
        </p>
      )}
      {refusal?.status === 401 && (
        <p>
          <button type="button" class="plain" onClick={() => location.reload()}>
            Sign in again
          </button>
        </p>
      )}
      {passing && again && (
        <p>
          <button
            type="button"
            class="plain"
            onClick={() => {
              askedAgain = true;
              again();
            }}
          >
            Try again
          </button>
        </p>
      )}
      {refusal?.status === 402 && (
        <p class="small">
          <a href="/account">The account page</a> tells when the month turns.
        </p>
      )}
    </div>
  );
}
