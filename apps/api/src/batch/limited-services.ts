import { type Db, gatherKeys, sentBy } from '@domesday/db';
import type { Services } from '../http/services.ts';
import { createGiveWay, type GiveWay } from './give-way.ts';
import { createSeats, type Seats } from './seats.ts';

/** The services for inputs that are answered beside single calls. */
export interface LimitedServices extends Services {
  giveWay: GiveWay;
}

export interface Limits {
  /** The part of the connections of each database that the inputs use at most. */
  share: number;
  /** Longest wait for the single calls under way before the next slice of work. */
  patience_ms: number;
}

/**
 * Leaves to single calls the other connections, and the event loop. Inputs wait for a connection, not for each other,
 * so that loaders read them together.
 */
export function limitedServices(services: Services, { share, patience_ms }: Limits): LimitedServices {
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
