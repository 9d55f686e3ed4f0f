import { type Db, gatherKeys, sentBy } from '@domesday/db';
import type { Services } from '../http/services.ts';
import { giveWay } from './give-way.ts';
import { createSeats, type Seats } from './seats.ts';

/**
 * The services for the items of batches: at most half of the connections of each database are used by them, so that
 * single calls keep the others. Items wait for a connection, not for each other, so that loaders read them together.
 */
export function limitedServices(services: Services): Services {
  const limited = new WeakMap<Db, Db>();
  const limit = (db: Db): Db => {
    const known = limited.get(db);
    if (known) return known;
    const made = limitedDb(db, createSeats(Math.max(1, Math.floor((db.options.max ?? 10) / 2))));
    gatherKeys(made, () => giveWay(services));
    limited.set(db, made);
    return made;
  };
  const { sources } = services;
  return {
    ...services,
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
