import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '@domesday/contract';
import type { Caller } from '../accounts/callers.ts';
import { operationOf } from '../batch/asked.ts';
import { handlers } from '../generated/routes.ts';
import { requestCheck } from '../http/check-request.ts';
import { type AnyHandler, makeAnswer } from '../http/make-answer.ts';
import { priceOf } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import type { Source } from '../http/source.ts';
import { type Home, someSoldHomes } from './warm-up.query.ts';

const HOMES = 60;
/** Homes that are asked about at the same time, so that the connections of the pool are opened. */
const AT_ONCE = 4;

const byUprn = ({ uprn }: Home) => ({ uprn: String(uprn) });
const byPostcode = ({ postcode }: Home) => ({ postcode });

/** What is asked about each home: the operations that most callers begin with. */
const ASKED: [OperationId, (home: Home) => Record<string, unknown>][] = [
  ['addresses.search', ({ address }) => ({ q: address.slice(0, 12) })],
  ['addresses.match', ({ address, postcode }) => ({ address, postcode })],
  ['properties.get', byUprn],
  ['valuations.sale', byUprn],
  ['valuations.rental', byUprn],
  ['prices.comparables_by_uprn', byUprn],
  ['prices.market', byPostcode],
  ['risks.get', byUprn],
  ['location.schools', byPostcode],
  ['rents.yields', byPostcode],
];

/** Nobody is charged: these answers are sent to no one. */
const NOBODY: Caller = {
  key_id: '',
  account_id: '',
  parent_id: null,
  mode: 'test',
  monthly_cap: null,
  monthly_credits: 0,
  rate_limit: 0,
  month: '',
  account_used: 0,
  key_used: 0,
  parent_cap: null,
  parent_used: 0,
};

/**
 * Answers questions about some homes before the first caller does: the engine compiles what it runs often, connections
 * are opened and their statements planned. It takes at most `most_ms`, and what fails is left to the callers to meet.
 */
export async function warmUp(services: Services, most_ms: number): Promise<void> {
  const until_ms = performance.now() + most_ms;
  const asking = async (): Promise<void> => {
    const source = await services.sources.choose();
    const homes = await someSoldHomes.rows(source.db, { most: HOMES });
    const next = homes.values();
    const askInTurn = async (): Promise<void> => {
      for (const home of next) {
        if (performance.now() >= until_ms) return;
        for (const [id, inputOf] of ASKED) await ask(services, source, id, inputOf(home));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  };
  await Promise.race([asking().catch(() => {}), sleep(most_ms, undefined, { ref: false })]);
}

async function ask(
  services: Services,
  source: Source,
  id: OperationId,
  input: Record<string, unknown>,
): Promise<void> {
  const { entry, form } = operationOf(id);
  try {
    const request = await requestCheck(entry)(form.requestOf(input));
    const price = priceOf(entry, request);
    const asked = { request_id: 'warm-up', caller: NOBODY, request, price, source };
    await makeAnswer(entry, handlers[id] as AnyHandler, services, asked);
  } catch {
    // Some homes have no answer.
  }
}
