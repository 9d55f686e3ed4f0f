import type { Migration } from 'kysely';
import * as ledgerChargedAt from '../contractions/2026-11-21-01-ledger-charged-at.ts';
import * as accounts from '../migrations/2026-11-21-01-accounts.ts';
import * as datasets from '../migrations/2026-11-21-02-datasets.ts';
import * as places from '../migrations/2026-11-21-03-places.ts';
import * as addresses from '../migrations/2026-11-21-04-addresses.ts';
import * as addressSearch from '../migrations/2026-11-21-05-address-search.ts';
import * as sales from '../migrations/2026-11-21-06-sales.ts';
import * as certificates from '../migrations/2026-11-21-07-certificates.ts';
import * as valuation from '../migrations/2026-11-21-08-valuation.ts';
import * as rents from '../migrations/2026-11-21-09-rents.ts';
import * as listings from '../migrations/2026-11-21-10-listings.ts';
import * as areas from '../migrations/2026-11-21-11-areas.ts';
import * as location from '../migrations/2026-11-21-12-location.ts';
import * as planning from '../migrations/2026-11-21-13-planning.ts';
import * as functions from '../migrations/2026-11-21-14-functions.ts';
import * as portal from '../migrations/2026-11-21-15-portal.ts';
import * as chargeOnce from '../migrations/2026-11-21-16-charge-once.ts';
import * as policeAreas from '../migrations/2026-11-21-17-police-areas.ts';
import * as rejectReasons from '../migrations/2026-11-22-01-reject-reasons.ts';

/** Every migration by name, in order. A static list, so that a bundle carries them without a file system. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-01-accounts': accounts,
  '2026-11-21-02-datasets': datasets,
  '2026-11-21-03-places': places,
  '2026-11-21-04-addresses': addresses,
  '2026-11-21-05-address-search': addressSearch,
  '2026-11-21-06-sales': sales,
  '2026-11-21-07-certificates': certificates,
  '2026-11-21-08-valuation': valuation,
  '2026-11-21-09-rents': rents,
  '2026-11-21-10-listings': listings,
  '2026-11-21-11-areas': areas,
  '2026-11-21-12-location': location,
  '2026-11-21-13-planning': planning,
  '2026-11-21-14-functions': functions,
  '2026-11-21-15-portal': portal,
  '2026-11-21-16-charge-once': chargeOnce,
  '2026-11-21-17-police-areas': policeAreas,
  '2026-11-22-01-reject-reasons': rejectReasons,
};

/** What takes away what only older versions read, in order: applied by hand, with `domesday upgrade --contract`. */
export const contractions: Record<string, Migration> = {
  '2026-11-21-01-ledger-charged-at': ledgerChargedAt,
};
