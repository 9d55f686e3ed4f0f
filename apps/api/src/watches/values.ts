import { operationTable, type ResponseOf } from '@domesday/contract';
import { inTransaction } from '@domesday/db';
import type { Caller } from '../accounts/callers.ts';
import { dayOf } from '../accounts/month.ts';
import { itemForm } from '../batch/item-request.ts';
import { handlers } from '../generated/routes.ts';
import { requestCheck } from '../http/check/check-request.ts';
import { asApiError } from '../http/errors.ts';
import { makeAnswer } from '../http/make-answer.ts';
import type { Source } from '../http/meta/source.ts';
import { priceOf } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import { insertDelivery } from '../webhooks/deliveries.query.ts';
import { anyValued, noteValued, takeUnvalued, type ValuedWatch } from './values.query.ts';

/** Homes valued in one transaction, one after the other, since single calls go first. */
const AT_ONCE = 20;
/** How long after a failure a home is valued again. The others are valued meanwhile. */
const AGAIN_MS = 60_000;
const ENTRY = operationTable.find(({ id }) => id === 'valuations.sale')!;
/** The caller of these valuations: they are free and belong to no account. */
const NOBODY = { account_id: '', key_id: '' } as Caller;

interface Value {
  value: number;
  as_of: string;
  release: string;
}

/** When to try each home again that could not be valued, milliseconds, by watch id. */
export type Postponed = Map<string, number>;

/**
 * Values some watched homes that have not been valued with the data now served, as valuations.sale does. Adds a message
 * where the value has moved since the one last reported. Returns how many homes were valued.
 */
export async function valueSome(services: Services, postponed: Postponed): Promise<number> {
  if (!(await anyValued.one(services.db)).any) return 0;
  const source = await services.sources.choose();
  const { release } = await source.loadedData();
  const now = services.clock.now();
  for (const [id, again_ms] of postponed) if (again_ms <= now.getTime()) postponed.delete(id);
  const except = [...postponed.keys()];
  return inTransaction(services.db, async (client) => {
    const due = await takeUnvalued.rows(client, { release, today: dayOf(now), except, limit: AT_ONCE });
    for (const [valued, watch] of due.entries()) {
      const fresh = await saleValueOf(services, source, watch).catch((error: unknown) => {
        services.log.warn({ watch: watch.id, error: String(error) }, 'a watched home was not valued');
        return undefined;
      });
      if (fresh === undefined) {
        // If the database is away, the next home would fail too.
        postponed.set(watch.id, now.getTime() + AGAIN_MS);
        return valued;
      }
      const moved = fresh && movedFrom(watch, fresh);
      if (moved) await insertDelivery.one(client, messageOf(watch, moved, now));
      const recorded = fresh && (moved || watch.value === null) ? fresh : null;
      await noteValued.run(client, {
        ...{ id: watch.id, release },
        ...{
          value: recorded?.value ?? null,
          as_of: recorded?.as_of ?? null,
          value_release: recorded?.release ?? null,
        },
      });
    }
    return due.length;
  });
}

/** The sale value of a watched home; null if it has none. Throws if the server cannot tell. */
async function saleValueOf(
  services: Services,
  source: Source,
  { id, uprn }: ValuedWatch,
): Promise<Value | null> {
  try {
    const request = await requestCheck(ENTRY)(itemForm(ENTRY).requestOf({ uprn }));
    const call = {
      request_id: `watch.${id}`,
      caller: NOBODY,
      request,
      price: priceOf(ENTRY, request),
      source,
    };
    const { text } = await makeAnswer(ENTRY, handlers['valuations.sale'], services, call);
    const { value, meta } = JSON.parse(text) as ResponseOf<'valuations.sale'>;
    return value === null ? null : { value, as_of: meta.as_of, release: meta.dataset_release };
  } catch (thrown) {
    const { error, known } = asApiError(thrown);
    if (!known || error.status >= 500) throw thrown;
    return null;
  }
}

interface Move {
  moved_pct: number;
  old: Value;
  new: Value;
}

/**
 * The move since the stored value; null if it is smaller than the watch asks. The stored value stays, so small moves
 * add up.
 */
function movedFrom(watch: ValuedWatch, fresh: Value): Move | null {
  const { value, value_as_of, value_release, value_moved_pct } = watch;
  if (value === null || value_as_of === null || value_release === null) return null;
  const exact_pct = (fresh.value / value - 1) * 100;
  // Floating-point error: a move of exactly the threshold could come out below it.
  if (Math.abs(exact_pct) + 1e-9 < value_moved_pct!) return null;
  const moved_pct = Math.round(exact_pct * 100) / 100;
  return { moved_pct, old: { value, as_of: value_as_of, release: value_release }, new: fresh };
}

function messageOf({ id, webhook_id, uprn }: ValuedWatch, move: Move, now: Date) {
  const type = 'watch.value_moved';
  const timestamp = `${now.toISOString().slice(0, 19)}Z`;
  const data = { watch_id: id, uprn: String(uprn), ...move };
  const body = JSON.stringify({ type, timestamp, data });
  return { webhook_id, watch_id: id, type, body, created_at: now, next_at: now };
}
