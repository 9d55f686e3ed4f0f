import { setTimeout as sleep } from 'node:timers/promises';
import { operationTable } from '@domesday/contract';
import type { Caller } from '../accounts/callers.ts';
import { operationOf } from '../batch/asked.ts';
import type { ItemForm } from '../batch/item-request.ts';
import { handlers } from '../generated/routes.ts';
import { requestCheck } from '../http/check-request.ts';
import { makeAnswer } from '../http/make-answer.ts';
import { priceOf } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import type { Source } from '../http/source.ts';
import { type SpreadHome, spreadHomes } from './homes.query.ts';

const HOMES = 64;
const AT_ONCE = 8;
/** The beginning of an address, as somebody types it. */
const TYPED_LENGTH = 14;
/** Where an operation takes a place in several forms: the first of these that it has. */
const PLACES = ['uprn', 'postcode', 'outcode'];

/** Belongs to no account, so that nothing is charged, counted or kept. */
const NOBODY: Caller = {
  key_id: '00000000-0000-0000-0000-000000000000',
  account_id: '00000000-0000-0000-0000-000000000000',
  parent_id: null,
  mode: 'test',
  monthly_cap: null,
  monthly_credits: 0,
  rate_limit: 0,
  account_used: 0,
  key_used: 0,
  parent_cap: null,
  parent_used: 0,
  month: '',
};

/**
 * Answers each priced operation for homes that are loaded, for `most_ms` at most, and sends the answers to nobody: the
 * first callers would otherwise wait for code that is compiled, plans that are made and pages that are read only then.
 * Returns the operation of each answer. What fails here is no reason not to start: it fails again for whoever asks.
 */
export async function practise(services: Services, most_ms: number, homes = HOMES): Promise<string[]> {
  const answered: string[] = [];
  const work = async (until_ms: number): Promise<void> => {
    const asks = await asksOf(services, homes);
    const answerSome = async (): Promise<void> => {
      for (let ask = asks.shift(); ask && performance.now() < until_ms; ask = asks.shift())
        await ask().then(
          (operation) => answered.push(operation),
          () => {},
        );
    };
    await Promise.all(Array.from({ length: AT_ONCE }, answerSome));
  };
  const began_ms = performance.now();
  await Promise.race([work(began_ms + most_ms).catch(() => {}), sleep(most_ms, null, { ref: false })]);
  const took_ms = Math.round(performance.now() - began_ms);
  services.log.info({ answers: answered.length, took_ms }, 'answers practised');
  return answered;
}

/** What is asked of each home, operation by operation, then of the next. */
async function asksOf(services: Services, count: number): Promise<(() => Promise<string>)[]> {
  // Traces and kept answers are those of callers.
  const unseen = { ...services, tracer: undefined, keptAnswers: null };
  const source = await services.sources.choose();
  const homes = await spreadHomes.rows(source.db, { count });
  return homes.flatMap((home) => practised().map((one) => () => answerFor(unseen, source, one, home)));
}

type Practised = ReturnType<typeof operationOf>;

/** The operations whose required inputs a home has. */
function practised(): Practised[] {
  const known = new Set(Object.keys(inputsOf({ uprn: 0, address: '', postcode: '' })));
  return operationTable
    .filter(({ credits }) => credits > 0)
    .map(({ id }) => operationOf(id))
    .filter(({ form }) => form.required.every((name) => known.has(name)));
}

function inputsOf({ uprn, address, postcode }: SpreadHome): Record<string, unknown> {
  return {
    uprn,
    address,
    postcode,
    outcode: postcode.split(' ')[0],
    q: address.slice(0, TYPED_LENGTH),
    listing_type: 'sale',
    bedrooms: 2,
    units: [{ type: 'flat', bedrooms: 2, count: 3 }],
  };
}

function valuesFor({ names, required }: ItemForm, home: SpreadHome): Record<string, unknown> {
  const place = PLACES.find((name) => names.has(name));
  const inputs = inputsOf(home);
  const given = new Set([...required, ...(place && !required.includes('q') ? [place] : [])]);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => given.has(name)));
}

async function answerFor(
  services: Services,
  source: Source,
  { entry, form }: Practised,
  home: SpreadHome,
): Promise<string> {
  const request = await requestCheck(entry)(form.requestOf(valuesFor(form, home)));
  const price = priceOf(entry, request);
  const asked = { request_id: 'practice', caller: NOBODY, request, price, source };
  await makeAnswer(entry, handlers[entry.id], services, asked);
  return entry.id;
}
