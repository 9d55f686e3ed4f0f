// Generated from packages/db by scripts/schema.ts. Do not edit: run npm run generate.
import type { Migration } from 'kysely';
import * as contractions_1 from '../contractions/2026-11-21-01-ledger-charged-at.ts';
import * as contractions_2 from '../contractions/2026-11-23-01-compact-homes.ts';
import * as contractions_3 from '../contractions/2026-11-23-04-packed-records.ts';
import * as contractions_4 from '../contractions/2026-11-29-06-watched-boxes.ts';
import * as migrations_1 from '../migrations/2026-11-21-01-accounts.ts';
import * as migrations_2 from '../migrations/2026-11-21-02-datasets.ts';
import * as migrations_3 from '../migrations/2026-11-21-03-places.ts';
import * as migrations_4 from '../migrations/2026-11-21-04-addresses.ts';
import * as migrations_5 from '../migrations/2026-11-21-05-address-search.ts';
import * as migrations_6 from '../migrations/2026-11-21-06-sales.ts';
import * as migrations_7 from '../migrations/2026-11-21-07-certificates.ts';
import * as migrations_8 from '../migrations/2026-11-21-08-valuation.ts';
import * as migrations_9 from '../migrations/2026-11-21-09-rents.ts';
import * as migrations_10 from '../migrations/2026-11-21-10-listings.ts';
import * as migrations_11 from '../migrations/2026-11-21-11-areas.ts';
import * as migrations_12 from '../migrations/2026-11-21-12-location.ts';
import * as migrations_13 from '../migrations/2026-11-21-13-planning.ts';
import * as migrations_14 from '../migrations/2026-11-21-14-functions.ts';
import * as migrations_15 from '../migrations/2026-11-21-15-portal.ts';
import * as migrations_16 from '../migrations/2026-11-21-16-charge-once.ts';
import * as migrations_17 from '../migrations/2026-11-21-17-police-areas.ts';
import * as migrations_18 from '../migrations/2026-11-22-01-reject-reasons.ts';
import * as migrations_19 from '../migrations/2026-11-22-02-oauth.ts';
import * as migrations_20 from '../migrations/2026-11-22-02-served.ts';
import * as migrations_21 from '../migrations/2026-11-22-05-answer-headers.ts';
import * as migrations_22 from '../migrations/2026-11-22-06-unplaced.ts';
import * as migrations_23 from '../migrations/2026-11-22-07-coverage.ts';
import * as migrations_24 from '../migrations/2026-11-22-08-outcomes-and-positions.ts';
import * as migrations_25 from '../migrations/2026-11-22-08-processes.ts';
import * as migrations_26 from '../migrations/2026-11-22-09-nations.ts';
import * as migrations_27 from '../migrations/2026-11-22-10-index-state.ts';
import * as migrations_28 from '../migrations/2026-11-22-11-editions.ts';
import * as migrations_29 from '../migrations/2026-11-22-12-addresses-without-postcode.ts';
import * as migrations_30 from '../migrations/2026-11-22-13-fictional-database.ts';
import * as migrations_31 from '../migrations/2026-11-22-14-changes.ts';
import * as migrations_32 from '../migrations/2026-11-22-15-jobs.ts';
import * as migrations_33 from '../migrations/2026-11-22-16-releases.ts';
import * as migrations_34 from '../migrations/2026-11-22-17-load-changes.ts';
import * as migrations_35 from '../migrations/2026-11-22-18-job-notices.ts';
import * as migrations_36 from '../migrations/2026-11-22-19-watched-values.ts';
import * as migrations_37 from '../migrations/2026-11-22-20-fitted-areas.ts';
import * as migrations_38 from '../migrations/2026-11-23-01-compact-homes.ts';
import * as migrations_39 from '../migrations/2026-11-23-03-areas-of-2011.ts';
import * as migrations_40 from '../migrations/2026-11-23-04-packed-records.ts';
import * as migrations_41 from '../migrations/2026-11-24-01-caps-of-sub-keys.ts';
import * as migrations_42 from '../migrations/2026-11-24-02-replayed-answers.ts';
import * as migrations_43 from '../migrations/2026-11-24-03-canonical-requests.ts';
import * as migrations_44 from '../migrations/2026-11-24-04-canonical-jobs.ts';
import * as migrations_45 from '../migrations/2026-11-24-05-packed-points.ts';
import * as migrations_46 from '../migrations/2026-11-25-01-oldest-application.ts';
import * as migrations_47 from '../migrations/2026-11-26-01-more-proprietors.ts';
import * as migrations_48 from '../migrations/2026-11-26-02-speeds-as-of.ts';
import * as migrations_49 from '../migrations/2026-11-26-03-withheld.ts';
import * as migrations_50 from '../migrations/2026-11-26-04-former-places.ts';
import * as migrations_51 from '../migrations/2026-11-26-05-job-turns.ts';
import * as migrations_52 from '../migrations/2026-11-28-01-titles-without-region.ts';
import * as migrations_53 from '../migrations/2026-11-29-01-input-bytes.ts';
import * as migrations_54 from '../migrations/2026-11-29-02-sold-together.ts';
import * as migrations_55 from '../migrations/2026-11-29-03-repeated-webhooks.ts';
import * as migrations_56 from '../migrations/2026-11-29-04-adverts-of-shares.ts';
import * as migrations_57 from '../migrations/2026-11-29-05-closed-accounts.ts';
import * as migrations_58 from '../migrations/2026-11-29-06-closing-sites.ts';
import * as migrations_59 from '../migrations/2026-11-29-06-watched-boxes.ts';
import * as migrations_60 from '../migrations/2026-11-30-01-former-councils.ts';
import * as migrations_61 from '../migrations/2026-11-30-02-left-places.ts';

/** Every migration by name, in order. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-01-accounts': migrations_1,
  '2026-11-21-02-datasets': migrations_2,
  '2026-11-21-03-places': migrations_3,
  '2026-11-21-04-addresses': migrations_4,
  '2026-11-21-05-address-search': migrations_5,
  '2026-11-21-06-sales': migrations_6,
  '2026-11-21-07-certificates': migrations_7,
  '2026-11-21-08-valuation': migrations_8,
  '2026-11-21-09-rents': migrations_9,
  '2026-11-21-10-listings': migrations_10,
  '2026-11-21-11-areas': migrations_11,
  '2026-11-21-12-location': migrations_12,
  '2026-11-21-13-planning': migrations_13,
  '2026-11-21-14-functions': migrations_14,
  '2026-11-21-15-portal': migrations_15,
  '2026-11-21-16-charge-once': migrations_16,
  '2026-11-21-17-police-areas': migrations_17,
  '2026-11-22-01-reject-reasons': migrations_18,
  '2026-11-22-02-oauth': migrations_19,
  '2026-11-22-02-served': migrations_20,
  '2026-11-22-05-answer-headers': migrations_21,
  '2026-11-22-06-unplaced': migrations_22,
  '2026-11-22-07-coverage': migrations_23,
  '2026-11-22-08-outcomes-and-positions': migrations_24,
  '2026-11-22-08-processes': migrations_25,
  '2026-11-22-09-nations': migrations_26,
  '2026-11-22-10-index-state': migrations_27,
  '2026-11-22-11-editions': migrations_28,
  '2026-11-22-12-addresses-without-postcode': migrations_29,
  '2026-11-22-13-fictional-database': migrations_30,
  '2026-11-22-14-changes': migrations_31,
  '2026-11-22-15-jobs': migrations_32,
  '2026-11-22-16-releases': migrations_33,
  '2026-11-22-17-load-changes': migrations_34,
  '2026-11-22-18-job-notices': migrations_35,
  '2026-11-22-19-watched-values': migrations_36,
  '2026-11-22-20-fitted-areas': migrations_37,
  '2026-11-23-01-compact-homes': migrations_38,
  '2026-11-23-03-areas-of-2011': migrations_39,
  '2026-11-23-04-packed-records': migrations_40,
  '2026-11-24-01-caps-of-sub-keys': migrations_41,
  '2026-11-24-02-replayed-answers': migrations_42,
  '2026-11-24-03-canonical-requests': migrations_43,
  '2026-11-24-04-canonical-jobs': migrations_44,
  '2026-11-24-05-packed-points': migrations_45,
  '2026-11-25-01-oldest-application': migrations_46,
  '2026-11-26-01-more-proprietors': migrations_47,
  '2026-11-26-02-speeds-as-of': migrations_48,
  '2026-11-26-03-withheld': migrations_49,
  '2026-11-26-04-former-places': migrations_50,
  '2026-11-26-05-job-turns': migrations_51,
  '2026-11-28-01-titles-without-region': migrations_52,
  '2026-11-29-01-input-bytes': migrations_53,
  '2026-11-29-02-sold-together': migrations_54,
  '2026-11-29-03-repeated-webhooks': migrations_55,
  '2026-11-29-04-adverts-of-shares': migrations_56,
  '2026-11-29-05-closed-accounts': migrations_57,
  '2026-11-29-06-closing-sites': migrations_58,
  '2026-11-29-06-watched-boxes': migrations_59,
  '2026-11-30-01-former-councils': migrations_60,
  '2026-11-30-02-left-places': migrations_61,
};

/**
 * Migrations that remove what only older versions read, in order: applied by hand, with `domesday upgrade
 * --contract`.
 */
export const contractions: Record<string, Migration> = {
  '2026-11-21-01-ledger-charged-at': contractions_1,
  '2026-11-23-01-compact-homes': contractions_2,
  '2026-11-23-04-packed-records': contractions_3,
  '2026-11-29-06-watched-boxes': contractions_4,
};
