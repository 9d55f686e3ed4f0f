import { addressList } from './address-list.ts';
import { airbnbListings } from './airbnb-listings.ts';
import { brmaLookup } from './brma-lookup.ts';
import { codePointOpen } from './code-point-open.ts';
import { epcDomestic } from './epc-domestic.ts';
import type { DatasetWriter } from './file.ts';
import { hmlrUprnLookup } from './hmlr-uprn-lookup.ts';
import { lhaListOfRents } from './lha-list-of-rents.ts';
import { lhaRates } from './lha-rates.ts';
import { listingsBlm } from './listings-blm.ts';
import { onspd } from './onspd.ts';
import { operatorLettings } from './operator-lettings.ts';
import { osOpenUprn } from './os-open-uprn.ts';
import { pricePaid } from './price-paid.ts';
import { privateRents } from './private-rents.ts';
import { ukHpi } from './uk-hpi.ts';

/** Every dataset of the sandbox in load order: places first, then addresses, then what is linked to them. */
export const DATASET_WRITERS = {
  'code-point-open': codePointOpen,
  onspd,
  'os-open-uprn': osOpenUprn,
  'address-list': addressList,
  'epc-domestic': epcDomestic,
  'hmlr-uprn-lookup': hmlrUprnLookup,
  'price-paid': pricePaid,
  'uk-hpi': ukHpi,
  'private-rents': privateRents,
  'lha-rates': lhaRates,
  'lha-list-of-rents': lhaListOfRents,
  'brma-lookup': brmaLookup,
  'airbnb-listings': airbnbListings,
  'operator-lettings': operatorLettings,
  'listings-blm': listingsBlm,
} as const satisfies Record<string, DatasetWriter>;

export type SandboxDataset = keyof typeof DATASET_WRITERS;

/** Every dataset that the sandbox can write, in load order. */
export const SANDBOX_DATASETS = Object.keys(DATASET_WRITERS) as SandboxDataset[];

/** Places, addresses, certificates and sales: what a first start loads. */
export const CORE_DATASETS: readonly SandboxDataset[] = SANDBOX_DATASETS.slice(0, 8);
