import type { Schema } from '@domesday/contract';
import { uprnIn } from '@domesday/contract/uprn-text';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, priceOf, toldOf } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { address, credits } from '../lib/words.ts';

/** The state of the box, stored in the browser's history entry, so that going back sends no new search. */
interface Shown {
  typed: string;
  options: Option[];
  said: string;
}

interface Option {
  href: string;
  text: string;
  beside: string;
  /** 1 if the hit is exactly what was typed; 0 if a word, the number, the flat or the postcode differs. */
  score: number;
}

const WAIT_MS = 150;
const FEWEST_LETTERS = 3;
const MOST_HITS = 8;
const OUTCODE = /^[a-z]{1,2}\d[a-z\d]?$/i;
const UPRN = /^\d{1,12}$/;
/** Matches a typed UPRN. Addresses do not contain UPRNs, so the home is offered without a search. */
const NO_ADDRESS = /^(?:uprn(?:[ .:#=\d-]|no|number)*|\d{6,12})$/i;

const needsNoSearch = (text: string): boolean => text.length < FEWEST_LETTERS || NO_ADDRESS.test(text);

/**
 * The hit that Enter may open without a selection: the only hit, or the only hit that equals the typed text. Opening a
 * hit is charged, so Enter never guesses.
 */
const meant = ([first, second]: Option[]): Option | undefined =>
  first && (second ? first.score === 1 && second.score < 1 : first.score > 0) ? first : undefined;

/**
 * The typed text, and its hits after a pause. If Enter was pressed before several hits arrived, `mark` selects one of
 * them.
 */
function useHits(mark: (index: number) => void) {
  const left = useRef(history.state as Shown | null);
  const [typed, setTyped] = useState(left.current?.typed ?? '');
  const [options, setOptions] = useState<Option[]>(left.current?.options ?? []);
  const [said, setSaid] = useState(left.current?.said ?? '');
  const [turn, setTurn] = useState(0);
  const asking = useRef<AbortController | null>(null);
  const searches = useRef(0);
  const state = useRef<'searching' | 'failed' | 'answered'>('answered');
  /** Enter was pressed before the hits arrived. */
  const entered = useRef(false);

  useEffect(() => {
    if (left.current?.typed === typed) return;
    left.current = null;
    const text = typed.trim();
    const direct = directOptions(text);
    if (needsNoSearch(text)) return setSaid('');
    const stop = new AbortController();
    asking.current = stop;
    const answered = ({ found, caution }: Found): void => {
      state.current = 'answered';
      const hits = found.slice(0, MOST_HITS);
      // A text that names nothing is not searched and not charged.
      if (caution?.code !== 'names_nothing') searches.current++;
      const said = told(found.length, caution, searches.current);
      const shown = { typed, options: [...direct, ...hits], said };
      setOptions(shown.options);
      setSaid(shown.said);
      if (entered.current) openOrMark(shown, mark);
    };
    const failed = (error: Error): void => {
      if (error.name === 'AbortError') return;
      state.current = 'failed';
      setSaid(toldOf(error));
    };
    const timer = setTimeout(() => search(text, stop.signal).then(answered, failed), WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, turn]);

  const forget = (): void => {
    entered.current = false;
  };
  // Enter may be pressed before the effect runs; it must not open a hit of the previous text.
  const type = (text: string): void => {
    forget();
    asking.current?.abort();
    setTyped(text);
    setOptions(directOptions(text.trim()));
    state.current = needsNoSearch(text.trim()) ? 'answered' : 'searching';
  };
  const enter = (): void => {
    if (state.current === 'answered') return;
    entered.current = true;
    setSaid('Searching …');
    if (state.current === 'failed') setTurn(turn + 1);
    state.current = 'searching';
  };
  return { shown: { typed, options, said }, type, enter, forget };
}

/** Completes an address while it is typed; accepts an outcode or a UPRN directly. */
export function SearchBox() {
  const [at, setAt] = useState(-1);
  const { shown, type, enter, forget } = useHits(setAt);
  const { typed, options, said } = shown;
  /**
   * Whether the box lost the focus or its hits were closed. Open hits would cover the content below; any key shows them
   * again.
   */
  const [away, setAway] = useState(false);
  const open_now = options.length > 0 && !away;
  useEffect(() => setAt(-1), [typed]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && options.length) {
      event.preventDefault();
      setAway(false);
      const next = (at + step + options.length + (at === -1 && step === -1 ? 1 : 0)) % options.length;
      setAt(next);
      document.getElementById(`search-option-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Escape') {
      forget();
      setAway(options.length > 0);
      setAt(-1);
    } else if (event.key === 'Enter' && away) {
      setAway(false);
    } else if (event.key === 'Enter') {
      if (options[at]) open(options[at], shown);
      else if (!openOrMark(shown, setAt)) enter();
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
        maxLength={200}
        aria-expanded={open_now}
        aria-controls="search-options"
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `search-option-${at}` : undefined}
        aria-describedby="search-said"
        placeholder="Address, postcode, outcode or UPRN"
        value={typed}
        onInput={(event) => {
          setAway(false);
          type(event.currentTarget.value);
        }}
        onFocus={() => setAway(false)}
        onClick={() => setAway(false)}
        onBlur={() => {
          forget();
          setAway(true);
        }}
        onKeyDown={onKeyDown}
      />
      <Options
        options={options}
        hidden={!open_now}
        at={at}
        onPoint={setAt}
        onChoose={(option) => open(option, shown)}
        onKeyDown={onKeyDown}
      />
      <p class="said" id="search-said" role="status">
        {said}
      </p>
    </div>
  );
}

interface Listed {
  options: Option[];
  hidden: boolean;
  /** Index of the selected hit; -1 for none. */
  at: number;
  onPoint: (index: number) => void;
  onChoose: (option: Option) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Options({ options, hidden, at, onPoint, onChoose, onKeyDown }: Listed) {
  return (
    <div
      id="search-options"
      role="listbox"
      aria-label="Addresses"
      class="options"
      hidden={hidden}
      tabIndex={-1}
    >
      {options.map((option, index) => (
        <div
          key={option.href}
          id={`search-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseEnter={() => onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          onKeyDown={onKeyDown}
        >
          <span>{option.text}</span>
          <span class="muted">{option.beside}</span>
        </div>
      ))}
    </div>
  );
}

function open({ href }: Option, shown: Shown): void {
  history.replaceState(shown, '');
  location.assign(href);
}

/**
 * Opens the unambiguous hit, or selects the first of several, which the next Enter opens; false if there are no hits.
 */
function openOrMark(shown: Shown, mark: (index: number) => void): boolean {
  const one = meant(shown.options);
  if (one) open(one, shown);
  else if (shown.options[0]) mark(0);
  return shown.options.length > 0;
}

function directOptions(text: string): Option[] {
  const named = uprnIn(text);
  const uprn = named?.labelled ? named.digits : text;
  if (UPRN.test(uprn)) return [{ href: `/homes/${uprn}`, text: `UPRN ${uprn}`, beside: 'home', score: 1 }];
  if (OUTCODE.test(text)) {
    const outcode = text.toUpperCase();
    return [{ href: `/areas/${outcode}`, text: outcode, beside: 'area', score: 1 }];
  }
  return [];
}

interface Found {
  found: Option[];
  /** For example, that the postcode lies in a place that is not covered. */
  caution: Schema<'Warning'> | undefined;
}

/** Requests one more hit than is shown, to know whether there are more. */
async function search(text: string, stop: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ q: text, limit: String(MOST_HITS + 1), min_score: '0' });
  const answer = await ask('addresses.search', `/addresses/search?${query}`, { signal: stop });
  const found = answer.results.map((result: Schema<'SearchResult'>) => ({
    href: `/homes/${result.uprn}`,
    text: address(result.address),
    beside: result.country ?? '',
    score: result.match_type === 'fuzzy' ? 0 : result.score,
  }));
  return { found, caution: answer.meta.warnings[0] };
}

function told(found: number, caution: Found['caution'], searches: number): string {
  const price = searches * priceOf('addresses.search');
  const cost =
    session.get()?.key?.mode === 'test'
      ? `test key: 0 credits, ${credits(price)} with a live one`
      : `${credits(price)} so far`;
  const hits =
    found === 0
      ? 'No address in England, Wales or Scotland resembles this'
      : found > MOST_HITS
        ? `The ${MOST_HITS} best of more: type on for others`
        : `${found} found`;
  return `${caution ? caution.message : hits} · ${cost}`;
}
