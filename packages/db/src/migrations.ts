import type { Migration } from 'kysely';
import * as accounts from '../migrations/2026-11-21-01-accounts.ts';
import * as datasets from '../migrations/2026-11-21-02-datasets.ts';
import * as places from '../migrations/2026-11-21-03-places.ts';
import * as addresses from '../migrations/2026-11-21-04-addresses.ts';
import * as sales from '../migrations/2026-11-21-05-sales.ts';
import * as certificates from '../migrations/2026-11-21-06-certificates.ts';
import * as loadDetails from '../migrations/2026-11-21-07-load-details.ts';
import * as postcodeDegrees from '../migrations/2026-11-21-08-postcode-degrees.ts';
import * as settlement from '../migrations/2026-11-21-09-settlement.ts';
import * as rents from '../migrations/2026-11-21-11-rents.ts';
import * as areas from '../migrations/2026-11-21-12-areas.ts';
import * as location from '../migrations/2026-11-21-13-location.ts';
import * as broadbandAreas from '../migrations/2026-11-21-13b-broadband-areas.ts';
import * as planning from '../migrations/2026-11-21-14-planning.ts';
import * as addressSearch from '../migrations/2026-11-21-15-address-search.ts';
import * as valuation from '../migrations/2026-11-21-16-valuation.ts';
import * as listings from '../migrations/2026-11-21-17-listings.ts';
import * as addressSpellings from '../migrations/2026-11-21-18-address-spellings.ts';
import * as settlementSpeed from '../migrations/2026-11-21-30-settlement-speed.ts';
import * as market from '../migrations/2026-11-21-40-market.ts';
import * as shortLetReviews from '../migrations/2026-11-21-41-short-let-reviews.ts';
import * as valuationLookups from '../migrations/2026-11-21-50-valuation-lookups.ts';
import * as settleOne from '../migrations/2026-11-21-60-settle-one.ts';
import * as ledgerByTime from '../migrations/2026-11-21-61-ledger-by-time.ts';
import * as addressDocuments from '../migrations/2026-11-21-62-address-documents.ts';
import * as portal from '../migrations/2026-11-21-90-portal.ts';

/** Every migration by name, in order. A static list, so that a bundle carries them without a file system. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-01-accounts': accounts,
  '2026-11-21-02-datasets': datasets,
  '2026-11-21-03-places': places,
  '2026-11-21-04-addresses': addresses,
  '2026-11-21-05-sales': sales,
  '2026-11-21-06-certificates': certificates,
  '2026-11-21-07-load-details': loadDetails,
  '2026-11-21-08-postcode-degrees': postcodeDegrees,
  '2026-11-21-09-settlement': settlement,
  '2026-11-21-11-rents': rents,
  '2026-11-21-12-areas': areas,
  '2026-11-21-13-location': location,
  '2026-11-21-13b-broadband-areas': broadbandAreas,
  '2026-11-21-14-planning': planning,
  '2026-11-21-15-address-search': addressSearch,
  '2026-11-21-16-valuation': valuation,
  '2026-11-21-17-listings': listings,
  '2026-11-21-18-address-spellings': addressSpellings,
  '2026-11-21-30-settlement-speed': settlementSpeed,
  '2026-11-21-40-market': market,
  '2026-11-21-41-short-let-reviews': shortLetReviews,
  '2026-11-21-50-valuation-lookups': valuationLookups,
  '2026-11-21-60-settle-one': settleOne,
  '2026-11-21-61-ledger-by-time': ledgerByTime,
  '2026-11-21-62-address-documents': addressDocuments,
  '2026-11-21-90-portal': portal,
};
