import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

const MOST_COMPARED = 3;

interface Compares {
  /** The kind of area that is compared, in one word. */
  what: string;
  /** An example of its code. */
  example: string;
  pattern: RegExp;
  draw: (codes: string[]) => ComponentChildren;
}

/** Up to three areas of one kind in one chart. The chosen areas are part of the page's address. */
export function Comparison({ code, of }: { code: string; of: Compares }) {
  const [others, setOthers] = useState(() => comparedIn(location.search, code, of.pattern));
  const [said, setSaid] = useState('');
  const change = (next: string[]): void => {
    setOthers(next);
    history.replaceState(null, '', next.length ? `?with=${next.join(',')}` : location.pathname);
  };
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const other = String(new FormData(form).get('other')).trim().toUpperCase();
    const wrong = !of.pattern.test(other)
      ? `${other || 'An empty field'} is no ${of.what}: give ${of.example}.`
      : other === code || others.includes(other)
        ? `${other} is shown already.`
        : '';
    setSaid(wrong);
    if (wrong) return;
    change([...others, other]);
    form.reset();
  };
  return (
    <section class="section" aria-labelledby="compare">
      <header>
        <h2 id="compare">Compare</h2>
        <span class="muted">up to three areas in one chart</span>
      </header>
      <form class="row" onSubmit={add}>
        {others.map((other) => (
          <button
            key={other}
            type="button"
            class="plain small-button"
            onClick={() => change(others.filter((o) => o !== other))}
          >
            {other} ×<span class="hidden"> remove</span>
          </button>
        ))}
        {others.length < MOST_COMPARED - 1 && (
          <>
            <label for="other" class="hidden">
              Another {of.what}
            </label>
            <input
              id="other"
              name="other"
              class="short"
              placeholder={of.what.charAt(0).toUpperCase() + of.what.slice(1)}
              autocomplete="off"
              maxLength={9}
              aria-invalid={said !== ''}
              aria-describedby="other-said"
            />
            <button type="submit" class="plain">
              Compare
            </button>
          </>
        )}
        <span class="small" role="alert" id="other-said">
          {said}
        </span>
      </form>
      {others.length > 0 && of.draw([code, ...others])}
    </section>
  );
}

function comparedIn(search: string, code: string, pattern: RegExp): string[] {
  const given = (new URLSearchParams(search).get('with') ?? '').toUpperCase().split(',');
  return [...new Set(given)]
    .filter((other) => pattern.test(other) && other !== code)
    .slice(0, MOST_COMPARED - 1);
}
