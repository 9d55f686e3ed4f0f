import type { Schema } from '@domesday/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, priceOf, toldOf } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { address, credits } from '../lib/words.ts';

/** What the box showed when it was left, kept in the entry of the browser's history: going back asks nothing anew. */
interface Shown {
  typed: string;
  options: Option[];
  said: string;
}

interface Option {
  href: string;
  text: string;
  beside: string;
}

const WAIT_MS = 150;
const FEWEST_LETTERS = 3;
const OUTCODE = /^[a-z]{1,2}\d[a-z\d]?$/i;
const UPRN = /^\d{1,12}$/;

/** Completes an address while it is typed; accepts an outcode or a UPRN directly. */
export function SearchBox() {
  const left = useRef(history.state as Shown | null);
  const [typed, setTyped] = useState(left.current?.typed ?? '');
  const [options, setOptions] = useState<Option[]>(left.current?.options ?? []);
  const [at, setAt] = useState(-1);
  const [said, setSaid] = useState(left.current?.said ?? '');
  const asking = useRef<AbortController | null>(null);
  const searches = useRef(0);

  useEffect(() => {
    if (left.current?.typed === typed) return;
    left.current = null;
    asking.current?.abort();
    setAt(-1);
    const text = typed.trim();
    const direct = directOptions(text);
    setOptions(direct);
    if (text.length < FEWEST_LETTERS) return setSaid('');
    const stop = new AbortController();
    asking.current = stop;
    const timer = setTimeout(() => {
      search(text, stop.signal).then(
        (found) => {
          searches.current++;
          setOptions([...direct, ...found]);
          setSaid(told(found.length, searches.current));
        },
        (error: Error) => error.name !== 'AbortError' && setSaid(toldOf(error)),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);

  const open = ({ href }: Option): void => {
    history.replaceState({ typed, options, said } satisfies Shown, '');
    location.assign(href);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && options.length) {
      event.preventDefault();
      setAt((at + step + options.length + (at === -1 && step === -1 ? 1 : 0)) % options.length);
    } else if (event.key === 'Escape') {
      setOptions([]);
      setAt(-1);
    } else if (event.key === 'Enter') {
      const chosen = options[at] ?? options[0];
      if (chosen) open(chosen);
    }
  };

  return (
    <div class="search">
      <label class="hidden" for="search">
        Address, postcode, outcode or UPRN
      </label>
      <input
        id="search"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={options.length > 0}
        aria-controls="search-options"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `search-option-${at}` : undefined}
        aria-describedby="search-said"
        placeholder="Address, postcode, outcode or UPRN"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id="search-options"
        role="listbox"
        aria-label="Addresses"
        class="options"
        hidden={options.length === 0}
      >
        {options.map((option, index) => (
          <div
            key={option.href}
            id={`search-option-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseEnter={() => setAt(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(option)}
            onKeyDown={onKeyDown}
          >
            <span>{option.text}</span>
            <span class="muted">{option.beside}</span>
          </div>
        ))}
      </div>
      <p class="said" id="search-said" role="status">
        {said}
      </p>
    </div>
  );
}

function directOptions(text: string): Option[] {
  if (UPRN.test(text)) return [{ href: `/homes/${text}`, text: `UPRN ${text}`, beside: 'home' }];
  if (OUTCODE.test(text)) {
    const outcode = text.toUpperCase();
    return [{ href: `/areas/${outcode}`, text: outcode, beside: 'area' }];
  }
  return [];
}

async function search(text: string, stop: AbortSignal): Promise<Option[]> {
  const query = new URLSearchParams({ q: text, limit: '8', min_score: '0' });
  const answer = await ask('addresses.search', `/addresses/search?${query}`, { signal: stop });
  return answer.results.map((result: Schema<'SearchResult'>) => ({
    href: `/homes/${result.uprn}`,
    text: address(result.address),
    beside: result.country ?? '',
  }));
}

function told(found: number, searches: number): string {
  const price = searches * priceOf('addresses.search');
  const cost =
    session.get()?.key?.mode === 'test'
      ? `test key: 0 credits, ${credits(price)} with a live one`
      : `${credits(price)} so far`;
  return `${found === 0 ? 'No address resembles this' : `${found} found`} · ${cost}`;
}
