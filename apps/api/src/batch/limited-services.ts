import { type Db, gatherKeys, sentBy } from '@domesday/db';
import type { Services } from '../http/services.ts';
import { createGiveWay, type GiveWay } from './give-way.ts';
import { LANES, type Lane } from './lanes.ts';
import { createSeats, type Seats } from './seats.ts';

/** The services as inputs of batches and jobs use them, beside single calls. */
export interface LimitedServices extends Services {
  lane: Lane;
  giveWay: GiveWay;
}

/**
 * Limits the database connections and the event loop time of inputs, so that the rest is left for single calls. Inputs
 * wait for a connection, not for one another, so that batch loaders can read for many at once.
 */
export function limitedServices(services: Services, lane: Lane): LimitedServices {
  const { share, patience_ms } = LANES[lane];
  const giveWay = createGiveWay(services.slots, patience_ms);
  const limited = new WeakMap<Db, Db>();
  const limit = (db: Db): Db => {
    const known = limited.get(db);
    if (known) return known;
    const made = limitedDb(db, createSeats(Math.max(1, Math.floor((db.options.max ?? 10) * share))));
    gatherKeys(made, giveWay);
    limited.set(db, made);
    return made;
  };
  const { sources } = services;
  return {
    ...services,
    lane,
    giveWay,
    sources: {
      ...sources,
      read: (entry, chosen, make) =>
        sources.read(entry, chosen, (source) => make({ ...source, db: limit(source.db) })),
    },
  };
}

function limitedDb(db: Db, seats: Seats): Db {
  const send = db.query.bind(db) as (...given: unknown[]) => Promise<unknown>;
  return sentBy(db, (...given) => seats.run(() => send(...given)));
}
