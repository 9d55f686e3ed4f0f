import { addressList } from '../address-list/index.ts';
import { brmaLookup } from '../brma/lookup.ts';
import { codePointOpen } from '../code-point-open/index.ts';
import { epcDomestic } from '../epc-domestic/index.ts';
import { hmlrUprnLookup } from '../hmlr-uprn-lookup/index.ts';
import { operatorLettings } from '../lettings/index.ts';
import { lhaListOfRents } from '../lha-list-of-rents/index.ts';
import { lhaRates } from '../lha-rates/index.ts';
import { onspd } from '../onspd/index.ts';
import { osOpenUprn } from '../os-open-uprn/index.ts';
import type { DatasetModule } from '../pipeline/types.ts';
import { pricePaid } from '../price-paid/index.ts';
import { privateRents } from '../private-rents/index.ts';
import { ukHpi } from '../uk-hpi/index.ts';
import type { DatasetId } from './catalogue.ts';

/** Every dataset that can be loaded. The compiler sees to it that each entry of the catalogue has a loader. */
export const registry: Record<DatasetId, DatasetModule> = {
  'price-paid': pricePaid,
  'hmlr-uprn-lookup': hmlrUprnLookup,
  'epc-domestic': epcDomestic,
  'os-open-uprn': osOpenUprn,
  'code-point-open': codePointOpen,
  onspd,
  'uk-hpi': ukHpi,
  'address-list': addressList,
  'private-rents': privateRents,
  'lha-rates': lhaRates,
  'lha-list-of-rents': lhaListOfRents,
  'brma-lookup': brmaLookup,
  'operator-lettings': operatorLettings,
};
