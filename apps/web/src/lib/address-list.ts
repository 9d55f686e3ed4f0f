import type { Schema } from '@domesday/contract';
import { addressesOf, type List } from './address-columns.ts';
import { headersOfSession, priceOf, Refusal, spent } from './api.ts';
import { bodyOf, byProxy, messageOf, whole } from './body-of.ts';
import { csvTextOf } from './csv-text.ts';
import { fetchInTime } from './deadline.ts';
import { patiently } from './patiently.ts';
import { session } from './session.ts';

interface Line<Body> {
  status: number;
  credits: number;
  body?: Body;
  error?: Schema<'Error'>['error'];
}

/**
 * Whether a line has a final answer. Lines that met no credits, no database or no loaded addresses may be sent again.
 */
const isAnswered = ({ status, error }: Line<unknown>): boolean =>
  status === 200 || status === 422 || (status === 404 && error?.code !== 'source_not_loaded');

/** The result for an address in one or two words. */
export function foundFor(address: string, { matches }: Answers): string {
  const line = matches.lines.get(address);
  if (line?.body) return FOUND[line.body.status];
  return line && isAnswered(line) ? 'not found' : 'not answered';
}

/** The answers of an operation by its inputs. */
interface Asked<Body> {
  operation: 'addresses.match' | 'valuations.sale' | 'valuations.rental';
  lines: Map<string, Line<Body>>;
  /** Inputs of an interrupted batch. Sent again as the same batch, each of them is charged once. */
  begun: Set<string>;
}

/** The answers for a list so far, by address and by UPRN. */
export interface Answers {
  matches: Asked<Schema<'MatchResult'>>;
  values: Asked<Schema<'SaleValuation'>>;
  rents: Asked<Schema<'RentalValuation'>>;
  /** Keyed by licence. */
  licences: Map<string, Schema<'LicenceNotice'>>;
}

export const noAnswers = (): Answers => ({
  matches: { operation: 'addresses.match', lines: new Map(), begun: new Set() },
  values: { operation: 'valuations.sale', lines: new Map(), begun: new Set() },
  rents: { operation: 'valuations.rental', lines: new Map(), begun: new Set() },
  licences: new Map(),
});

/** What can be requested for each home with the status `matched`. */
export const OF_HOMES = ['values', 'rents'] as const;
export type OfHomes = (typeof OF_HOMES)[number];

/**
 * The inputs still to send, each address or home once, however often it is in the list. An interrupted batch comes
 * first and complete, if the list still has all its inputs; else its answered inputs are not sent again.
 */
export function unasked(wanted: readonly string[], { lines, begun }: Asked<unknown>): string[] {
  const each = new Set(wanted.filter(Boolean));
  const again = [...begun].every((one) => each.has(one)) ? begun : new Set<string>();
  const open = (one: string): boolean => !(again.has(one) || (lines.has(one) && isAnswered(lines.get(one)!)));
  return [...again, ...[...each].filter(open)];
}

/** UPRNs of the homes with the status `matched`. */
export function uprnsOf(addresses: readonly string[], { matches }: Answers): string[] {
  const found = addresses.map((address) => matches.lines.get(address)?.body);
  return found.flatMap((body) => (body?.status === 'matched' ? [String(body.match.uprn)] : []));
}

interface Watched {
  stop: AbortSignal;
  told: (answered: number) => void;
}

/** Sends the inputs that `unasked` returned to an operation, and stores the answers as they arrive. */
export async function askForAll<Body>(
  inputs: readonly string[],
  asked: Asked<Body>,
  answers: Answers,
  { stop, told }: Watched,
): Promise<void> {
  const first = inputs.slice(0, asked.begun.size);
  const parts = first.every((one) => asked.begun.has(one)) ? [first, inputs.slice(first.length)] : [inputs];
  let before = 0;
  for (const part of parts) {
    await askForPart(part, asked, answers, { stop, told: (answered) => told(before + answered) });
    before += part.length;
  }
}

/**
 * Sends one batch. The same inputs have the same Idempotency-Key, so after an interrupted answer nothing is charged
 * twice.
 */
async function askForPart<Body>(
  inputs: readonly string[],
  asked: Asked<Body>,
  { licences }: Answers,
  { stop, told }: Watched,
): Promise<void> {
  if (inputs.length === 0) return;
  const { operation, lines } = asked;
  asked.begun = new Set(inputs);
  const parameter = operation === 'addresses.match' ? 'address' : 'uprn';
  const body = inputs.map((input) => `${JSON.stringify({ [parameter]: input })}\n`).join('');
  const headers = {
    ...(await headersOfSession()),
    accept: 'application/x-ndjson',
    'content-type': 'application/x-ndjson',
    'idempotency-key': `portal-${hashOf(operation + body)}`,
  };
  const response = await patiently(() =>
    fetchInTime(
      `/v1/batch?operation=${operation}&meta=lean&notice=true`,
      { method: 'POST', headers, body },
      stop,
    ),
  );
  if (!response.ok) throw new Refusal(response.status, (await bodyOf(response)).error);
  if (!response.headers.get('content-type')?.includes('ndjson')) throw byProxy(response);
  let answered = 0;
  for await (const text of linesOf(response.body!)) {
    const line = JSON.parse(text);
    for (const notice of line.licences ?? []) licences.set(notice.licence, notice);
    if (line.licences) continue;
    lines.set(inputs[line.index]!, line);
    countCost(operation, line);
    told(++answered);
  }
  if (answered < inputs.length) throw new Error('The answer broke off before its end.');
  asked.begun.clear();
}

/** The headers of a batch are sent before the cost of its lines is known, so each line is counted. */
function countCost(operation: string, { status, credits }: Line<unknown>): void {
  const { charged, price } = spent.get();
  spent.set({ charged: charged + credits, price: price + (status === 200 ? priceOf(operation) : 0) });
  const now = session.get();
  if (now?.credits)
    session.set({ ...now, credits: { ...now.credits, remaining: now.credits.remaining - credits } });
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (let rest = ''; ; ) {
    const { value, done } = await whole(reader.read());
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

/** 53 bits of a text: crypto.subtle has no digests for a page over plain http. */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
  }
  return 4294967296 * (2097151 & (low ^ (high >>> 15))) + ((high ^ (low >>> 13)) >>> 0);
}

const FOUND = { matched: 'found', ambiguous: 'check: several fit', parent_only: 'check: the building alone' };
const ADDED = ['uprn', 'found_address', 'found_postcode', 'result'];
const ADDED_OF: Record<OfHomes, readonly string[]> = {
  values: ['value', 'value_low', 'value_high', 'confidence'],
  rents: ['rent_pcm', 'rent_low', 'rent_high', 'rent_confidence'],
};
type Figure = string | number | null | undefined;
/** The range of a value is the measured interval, as on the page of the home. */
const FIGURES_OF: { [Name in OfHomes]: (uprn: string, answers: Answers) => Figure[] } = {
  values: (uprn, { values }) => {
    const { value, interval_80, confidence } = values.lines.get(uprn)?.body ?? {};
    return [value, interval_80?.low, interval_80?.high, confidence];
  },
  rents: (uprn, { rents }) => {
    const { rent_pcm, lower_pcm, upper_pcm, confidence } = rents.lines.get(uprn)?.body ?? {};
    return [rent_pcm, lower_pcm, upper_pcm, confidence];
  },
};

/** Adds names, numbered if a name is taken: with two columns of one name, a program would read one or none. */
function besides(names: readonly string[], added: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const free = (name: string): string => {
    for (let n = 1; ; n++) {
      const own = n === 1 ? name : `${name}_${n}`;
      if (!taken.has(own)) return own;
    }
  };
  return [...names, ...added.map(free)];
}

/** The given rows with the results appended, as CSV. */
export function resultOf(list: List, wanted: readonly OfHomes[], answers: Answers): string {
  const { matches } = answers;
  const width = list.chosen.length;
  const given = (row: readonly string[]): string[] => Array.from({ length: width }, (_, i) => row[i] ?? '');
  const names = list.headed
    ? given(list.rows[0]!)
    : Array.from({ length: width }, (_, i) => `column_${i + 1}`);
  const added = [...ADDED, ...wanted.flatMap((name) => ADDED_OF[name]), 'why_not'];
  const addresses = addressesOf(list);
  const rows = list.rows.slice(list.headed ? 1 : 0).map((row, i) => {
    const line = matches.lines.get(addresses[i]!);
    const { match, status } = line?.body ?? {};
    const matched = status === 'matched';
    const worked = wanted.map((name) => (matched ? answers[name].lines.get(String(match!.uprn)) : undefined));
    const known = [
      match ? String(match.uprn) : null,
      match?.address ?? null,
      match?.postcode ?? null,
      foundFor(addresses[i]!, answers),
      ...wanted.flatMap((name) =>
        FIGURES_OF[name](matched ? String(match!.uprn) : '', answers).map((figure) => figure ?? null),
      ),
    ];
    const lacking = !line || (matched && worked.includes(undefined)) ? ['No answer came.'] : [];
    // Removes the API's advice, which names operations and inputs that a table does not have.
    const refused = [line, ...worked].flatMap((one) =>
      one?.error ? messageOf(one.error).replace(/ (?:Ask|Try) .+$|: give .+(?=\.$)/, '') : [],
    );
    const reasons = [...new Set([...refused, ...lacking])].join(' ');
    const why = addresses[i] ? reasons || null : 'No address in this row.';
    return [...given(row), ...known, why];
  });
  return csvTextOf([besides(names, added), ...rows], list.separator);
}
