import { addressList } from './address-list.ts';
import { codePointOpen } from './code-point-open.ts';
import { epcDomestic } from './epc-domestic.ts';
import type { DatasetWriter } from './file.ts';
import { hmlrUprnLookup } from './hmlr-uprn-lookup.ts';
import { onspd } from './onspd.ts';
import { osOpenUprn } from './os-open-uprn.ts';
import { pricePaid } from './price-paid.ts';
import { ukHpi } from './uk-hpi.ts';

/** Every dataset of the sandbox in load order: places first, then addresses, then what is linked to them. */
export const DATASET_WRITERS: readonly DatasetWriter[] = [
  codePointOpen,
  onspd,
  osOpenUprn,
  addressList,
  epcDomestic,
  hmlrUprnLookup,
  pricePaid,
  ukHpi,
];
