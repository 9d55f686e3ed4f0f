import type { DatasetModule } from '@domesday/loading/types';
import { addressList } from '../address-list/index.ts';
import { airbnbListings } from '../airbnb-listings/index.ts';
import { airbnbReviews } from '../airbnb-reviews/index.ts';
import { areaChanges } from '../area-changes/index.ts';
import { brmaLookup } from '../brma-lookup/index.ts';
import { census2021 } from '../census-2021/index.ts';
import { census2022 } from '../census-2022/index.ts';
import { codePointOpen } from '../code-point-open/index.ts';
import { ccod, ocod } from '../company-titles/index.ts';
import { councilTaxBands } from '../council-tax-bands/index.ts';
import { deprivationEngland, deprivationScotland, deprivationWales } from '../deprivation/index.ts';
import { epcDomestic } from '../epc-domestic/index.ts';
import { gias } from '../gias/index.ts';
import { hmlrUprnLookup } from '../hmlr-uprn-lookup/index.ts';
import { hmoRegister } from '../hmo-register/index.ts';
import { lhaListOfRents } from '../lha-list-of-rents/index.ts';
import { lhaRates } from '../lha-rates/index.ts';
import { listingsBlm } from '../listings-blm/index.ts';
import { listingsCsv } from '../listings-csv/index.ts';
import { listingsRtdf } from '../listings-rtdf/index.ts';
import { listingsZpg } from '../listings-zpg/index.ts';
import { naptan } from '../naptan/index.ts';
import { nhsOds } from '../nhs-ods/index.ts';
import { nhsScotland } from '../nhs-scotland/index.ts';
import { ofcomBroadband } from '../ofcom-broadband/index.ts';
import { ofsted } from '../ofsted/index.ts';
import { onspd } from '../onspd/index.ts';
import { operatorLettings } from '../operator-lettings/index.ts';
import { osOpenUprn } from '../os-open-uprn/index.ts';
import { osmPoints } from '../osm-points/index.ts';
import { planningApplications } from '../planning-applications/index.ts';
import { policeCrime } from '../police-crime/index.ts';
import { pricePaid } from '../price-paid/index.ts';
import { privateRents } from '../private-rents/index.ts';
import { retailPoints } from '../retail-points/index.ts';
import { schoolsScotland } from '../schools-scotland/index.ts';
import { schoolsWales } from '../schools-wales/index.ts';
import { smallAreaIncome } from '../small-area-income/index.ts';
import { ukHpi } from '../uk-hpi/index.ts';
import { urbanRural } from '../urban-rural/index.ts';
import { areaModules } from './areas.ts';
import type { DatasetId } from './catalogue.ts';

/** Every dataset that can be loaded. The compiler sees to it that each entry of the catalogue has a loader. */
export const registry: Record<DatasetId, DatasetModule> = {
  ...areaModules,
  'planning-applications': planningApplications,
  'hmo-register': hmoRegister,
  ccod,
  ocod,
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
  'airbnb-listings': airbnbListings,
  'airbnb-reviews': airbnbReviews,
  'listings-blm': listingsBlm,
  'listings-rtdf': listingsRtdf,
  'listings-zpg': listingsZpg,
  'listings-csv': listingsCsv,
  'area-changes': areaChanges,
  'census-2021': census2021,
  'census-2022': census2022,
  'council-tax-bands': councilTaxBands,
  gias,
  naptan,
  'nhs-ods': nhsOds,
  'nhs-scotland': nhsScotland,
  'ofcom-broadband': ofcomBroadband,
  ofsted,
  'osm-points': osmPoints,
  'police-crime': policeCrime,
  'retail-points': retailPoints,
  'schools-scotland': schoolsScotland,
  'schools-wales': schoolsWales,
  'deprivation-england': deprivationEngland,
  'deprivation-wales': deprivationWales,
  'deprivation-scotland': deprivationScotland,
  'small-area-income': smallAreaIncome,
  'urban-rural': urbanRural,
};
