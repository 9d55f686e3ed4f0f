import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addressesOf, type List, listOf } from '../lib/address-columns.ts';
import {
  type Answers,
  askForAll,
  foundFor,
  noAnswers,
  OF_HOMES,
  type OfHomes,
  resultOf,
  unasked,
  uprnsOf,
} from '../lib/address-list.ts';
import { priceOf } from '../lib/api.ts';
import { rowsOf, separatorOf, textOf } from '../lib/csv-text.ts';
import { session } from '../lib/session.ts';
import { useSignal } from '../lib/signal.ts';
import { keepList, takeList } from '../lib/stored-list.ts';
import { count, credits, numbered } from '../lib/words.ts';
import { Gap } from '../parts/priced-section.tsx';
import { SignIn } from '../parts/sign-in.tsx';

/** As many as fit into a batch body that the server reads whole. */
const MOST = 10_000;
const KEPT_MS = 600_000;
const UPRN = /^(?:uprn\D*)?\d{6,12}$/i;

/** The page that matches a list of addresses and returns a table with their homes and values. */
export default function Addresses() {
  document.title = 'A list of addresses – Domesday';
  return (
    <div class="stack">
      <header class="stack-2">
        <h1>A list of addresses</h1>
        <p class="lead">
          Choose a CSV file, or paste addresses, one a line. You get your table back with the home of each
          address and, if you like, its value and its rent.
        </p>
      </header>
      {session.get()?.signed_in ? (
        <Asked />
      ) : (
        <SignIn why="Finding a home costs a credit, so sign in first." />
      )}
    </div>
  );
}

function Asked() {
  const kept = useMemo(takeList, []);
  /** Kept when the list changes, so that paid answers are not requested again. */
  const answers = useRef(kept?.answers ?? noAnswers()).current;
  const [list, setList] = useState<List | null>(kept?.list ?? null);
  const [said, setSaid] = useState('');
  const take = (text: string): void => {
    const rows = rowsOf(text);
    const long = rows.length > MOST;
    setSaid(long ? `This list has ${count(rows.length)} rows: give at most ${count(MOST)} at once.` : '');
    setList(rows.length === 0 || long ? null : listOf(rows, separatorOf(text)));
  };
  const choose = (file: File | undefined): void => {
    if (!file) return;
    const failed = (error: Error): void => {
      setList(null);
      setSaid(error.message);
    };
    textOf(file).then(
      (text) => (text.trim() ? take(text) : failed(new Error('This file is empty.'))),
      failed,
    );
  };
  return (
    <>
      <section class="section" aria-labelledby="given">
        <h2 id="given">Your list</h2>
        <label>
          A CSV file{' '}
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            // Choosing the same file again, after it was edited, fires no change event unless the input is cleared.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        </label>
        <div class="stack-2">
          <label for="pasted">Or addresses, one a line</label>
          <textarea
            id="pasted"
            rows={5}
            spellcheck={false}
            placeholder="9 Quaxley Street, Xanbury, XE1 1AA"
            onInput={(event) => take(event.currentTarget.value)}
          />
        </div>
        <p role="alert">{said}</p>
      </section>
      {list && <Columns list={list} change={setList} />}
      {list && <Answered list={list} before={kept?.wanted ?? []} answers={answers} />}
    </>
  );
}

/** Chooses the columns that make up the address, and whether the first row is a header. */
const unnamed = (i: number, first = ''): string =>
  `Column ${i + 1}${first && `, such as “${first.slice(0, 30)}”`}`;

function Columns({ list, change }: { list: List; change: (list: List) => void }) {
  const { rows, headed, chosen } = list;
  const toggle = (column: number): void =>
    change({ ...list, chosen: chosen.map((on, i) => (i === column ? !on : on)) });
  const given = addressesOf(list).filter(Boolean);
  const [first] = given;
  return (
    <section class="section" aria-labelledby="columns">
      <h2 id="columns">What the address is made of</h2>
      <label>
        <input type="checkbox" checked={headed} onChange={() => change({ ...list, headed: !headed })} /> The
        first row names the columns
      </label>
      {chosen.length > 1 && (
        <fieldset class="row">
          <legend>Columns of the address</legend>
          {chosen.map((on, i) => (
            <label key={i}>
              <input type="checkbox" checked={on} onChange={() => toggle(i)} />{' '}
              {(headed && rows[0]![i]) || unnamed(i, rows[0]![i])}
            </label>
          ))}
        </fieldset>
      )}
      <p class="note" role="status">
        {first ? (
          <>
            {numbered(given.length, 'row')} with an address. The first is “{first}
            ”.
          </>
        ) : (
          'No address yet: choose its columns.'
        )}
        {given.slice(0, 2).some((one) => UPRN.test(one)) && (
          <>
            {' '}
            This page looks up addresses, not UPRNs: <a href="/docs/guides/batch">a batch</a> takes those.
          </>
        )}
      </p>
    </section>
  );
}

const WORDS: Record<OfHomes, readonly [asked: string, one: string]> = {
  values: ['Its sale value', 'value'],
  rents: ['Its rent', 'rent'],
};
const isEmpty = (list: readonly string[]): boolean => list.length === 0;

interface ToAnswer {
  list: List;
  /** The figures that were chosen when the page was left. */
  before: OfHomes[];
  answers: Answers;
}

function Answered({ list, before, answers }: ToAnswer) {
  const addresses = useMemo(() => addressesOf(list), [list]);
  const stop = useRef<AbortController | null>(null);
  const [wanted, setWanted] = useState(before);
  const [under_way, setUnderWay] = useState<{ answered: number; of: number } | null>(null);
  const [ended, setEnded] = useState<{ error: Error | null } | null>(null);
  const homesFor = (name: OfHomes): string[] => unasked(uprnsOf(addresses, answers), answers[name]);
  // A list that was answered before the page was left shows its result at once.
  const isAnswered = (): boolean =>
    addresses.some(Boolean) && [unasked(addresses, answers.matches), ...wanted.map(homesFor)].every(isEmpty);
  useEffect(() => setEnded(isAnswered() ? { error: null } : null), [list, wanted]);
  useEffect(() => {
    const keep = (): void => keepList({ list, wanted, answers });
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [list, wanted]);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (): Promise<void> => {
    stop.current = new AbortController();
    const signal = stop.current.signal;
    const watched = (inputs: string[]) => ({
      stop: signal,
      told: (answered: number) => setUnderWay({ answered, of: inputs.length }),
    });
    setEnded(null);
    const asked = unasked(addresses, answers.matches);
    setUnderWay({ answered: 0, of: asked.length });
    try {
      await askForAll(asked, answers.matches, answers, watched(asked));
      for (const name of wanted) {
        const homes = homesFor(name);
        await askForAll<unknown>(homes, answers[name], answers, watched(homes));
      }
      setEnded({ error: null });
    } catch (error) {
      setEnded({ error: signal.aborted ? null : (error as Error) });
    }
    setUnderWay(null);
  };
  return (
    <section class="section" aria-labelledby="result">
      <h2 id="result">What you get</h2>
      <fieldset class="row">
        <legend>Also, for each home with a certain match</legend>
        {OF_HOMES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={wanted.includes(name)}
              onChange={() => setWanted(OF_HOMES.filter((one) => wanted.includes(one) !== (one === name)))}
              disabled={under_way !== null}
            />{' '}
            {WORDS[name][0]}
          </label>
        ))}
      </fieldset>
      <Cost addresses={addresses} wanted={wanted} answers={answers} />
      <div class="row">
        <button type="button" disabled={under_way !== null || !addresses.some(Boolean)} onClick={run}>
          Find the homes
        </button>
        {under_way && (
          <>
            <button type="button" class="plain" onClick={() => stop.current?.abort()}>
              Stop
            </button>
            <progress max={under_way.of} value={under_way.answered} aria-label="Answered" />
            <span class="small muted">
              {count(under_way.answered)} of {count(under_way.of)}
            </span>
          </>
        )}
      </div>
      {/* Always there, since a region that comes with its text is not read out everywhere. */}
      <p role="status">{under_way ? 'Asking …' : ended && told(addresses, answers)}</p>
      {ended?.error && <Gap error={ended.error} again={run} />}
      {ended && hasFile(addresses, answers) && <Result list={list} wanted={wanted} answers={answers} />}
    </section>
  );
}

interface Priced {
  addresses: string[];
  wanted: OfHomes[];
  answers: Answers;
}

/** Shows the cost of the inputs that are still to be sent. */
function Cost({ addresses, wanted, answers }: Priced) {
  const { key, credits: balance } = useSignal(session) ?? {};
  const matches = unasked(addresses, answers.matches).length;
  const homes = (name: OfHomes): number =>
    matches + unasked(uprnsOf(addresses, answers), answers[name]).length;
  const prices = wanted.map((name) => priceOf(answers[name].operation));
  const most = wanted.reduce(
    (sum, name, i) => sum + homes(name) * prices[i]!,
    matches * priceOf('addresses.match'),
  );
  const short = key?.mode === 'live' && balance && most > balance.remaining;
  return (
    <p class={short ? 'note caution' : 'note'}>
      {most === 0
        ? 'All of this list is answered: it costs nothing more.'
        : `At most ${credits(most)}: ${credits(priceOf('addresses.match'))} for each address that is found${wanted
            .map((name, i) => ` and ${count(prices[i]!)} for each ${WORDS[name][1]}`)
            .join('')}. What is not found costs nothing.`}
      {key?.mode === 'test' && ' With this test key, nothing is deducted.'}
      {short && ` You have ${count(balance.remaining)}: the last rows may stay without an answer.`}
    </p>
  );
}

/** Whether there is a result to download. There is none if the whole batch was refused or did not reach the server. */
const hasFile = (addresses: string[], { matches }: Answers): boolean =>
  addresses.some((one) => matches.lines.has(one));

/** Sentence with the number of addresses by result. */
function told(addresses: string[], answers: Answers): string {
  const results = addresses.filter(Boolean).map((address) => foundFor(address, answers));
  const number = (begins: string): string =>
    count(results.filter((result) => result.startsWith(begins)).length);
  const open = number('not answered');
  const in_file = hasFile(addresses, answers) ? ': the last column of the file tells why' : '';
  const rest = open === '0' ? '' : `, ${open} not answered${in_file}`;
  const found = `${number('found')} found, ${number('check')} to check, ${number('not found')} not found`;
  return `Of ${numbered(results.length, 'row')} with an address ${found}${rest}.`;
}

function Result({ list, wanted, answers }: Omit<Priced, 'addresses'> & { list: List }) {
  const href = useMemo(
    () => URL.createObjectURL(new Blob([resultOf(list, wanted, answers)], { type: 'text/csv' })),
    [list, wanted],
  );
  useEffect(() => () => void setTimeout(() => URL.revokeObjectURL(href), KEPT_MS), [href]);
  return (
    <div class="stack-2">
      <p>
        <a href={href} download="addresses-found.csv">
          Save as addresses-found.csv
        </a>
      </p>
      {wanted.includes('values') && (
        <p class="small muted">value_low to value_high is the range that held 80 of 100 past sales.</p>
      )}
      <p class="small muted">
        Excel shows a UPRN of 12 digits as 1E+11 and saves it so: import the file with Data, From Text/CSV,
        and make the column uprn a text.
      </p>
      <ul class="plain-list small">
        {[...answers.licences.values()].map(({ licence, attributions }) => (
          <li key={licence}>
            {licence}. <em>{attributions.join(' ')}</em>
          </li>
        ))}
      </ul>
    </div>
  );
}
