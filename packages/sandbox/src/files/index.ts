import { addressList } from './address-list.ts';
import { airbnbListings, airbnbReviews } from './airbnb-listings.ts';
import { areaChanges } from './area-changes.ts';
import { brmaLookup } from './brma-lookup.ts';
import { census2021 } from './census-2021.ts';
import { census2022 } from './census-2022.ts';
import { codePointOpen } from './code-point-open.ts';
import { ccod, ocod } from './company-titles.ts';
import { councilTaxBands } from './council-tax-bands.ts';
import { deprivation } from './deprivation.ts';
import { epcDomestic } from './epc-domestic.ts';
import type { DatasetWriter } from './file.ts';
import { gias } from './gias.ts';
import { hmlrUprnLookup } from './hmlr-uprn-lookup.ts';
import { hmoRegister } from './hmo-register.ts';
import { inspire } from './inspire-polygons.ts';
import { lhaListOfRents } from './lha-list-of-rents.ts';
import { lhaRates } from './lha-rates.ts';
import { listingsBlm } from './listings-blm.ts';
import { naptan } from './naptan.ts';
import { nhsOds } from './nhs-ods.ts';
import { nhsScotland } from './nhs-scotland.ts';
import { broadband } from './ofcom-broadband.ts';
import { ofsted } from './ofsted.ts';
import { onspd } from './onspd.ts';
import { operatorLettings } from './operator-lettings.ts';
import { osOpenUprn } from './os-open-uprn.ts';
import { osmPoints } from './osm-points.ts';
import { planningApplications } from './planning-applications.ts';
import { planningData } from './planning-data.ts';
import { policeCrime } from './police-crime.ts';
import { pricePaid } from './price-paid.ts';
import { privateRents } from './private-rents.ts';
import { retailPoints } from './retail-points.ts';
import {
  airQuality,
  coal,
  coastalErosion,
  floodRiskEngland,
  floodRiskScotland,
  floodRiskWales,
  floodZonesEngland,
  floodZonesWales,
  landfill,
  landfillWales,
  noise,
  radon,
} from './risk-areas.ts';
import { schoolsScotland } from './schools-scotland.ts';
import { schoolsWales } from './schools-wales.ts';
import { smallAreaIncome } from './small-area-income.ts';
import { ukHpi } from './uk-hpi.ts';
import { urbanRural } from './urban-rural.ts';

/**
 * Every dataset of the sandbox in load order: places first, then addresses, then datasets that are linked to them.
 */
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
  'airbnb-reviews': airbnbReviews,
  'operator-lettings': operatorLettings,
  'listings-blm': listingsBlm,
  gias,
  ofsted,
  'schools-scotland': schoolsScotland,
  'schools-wales': schoolsWales,
  naptan,
  'nhs-ods': nhsOds,
  'nhs-scotland': nhsScotland,
  'retail-points': retailPoints,
  'osm-points': osmPoints,
  'planning-data': planningData,
  'planning-applications': planningApplications,
  'hmo-register': hmoRegister,
  'ofcom-broadband': broadband,
  'census-2021': census2021,
  'census-2022': census2022,
  'urban-rural': urbanRural,
  'small-area-income': smallAreaIncome,
  'council-tax-bands': councilTaxBands,
  'deprivation-england': deprivation('England'),
  'deprivation-wales': deprivation('Wales'),
  'deprivation-scotland': deprivation('Scotland'),
  'area-changes': areaChanges,
  'police-crime': policeCrime,
  ccod,
  ocod,
  'inspire-polygons': inspire,
  'flood-zones-england': floodZonesEngland,
  'flood-zones-wales': floodZonesWales,
  'flood-risk-england': floodRiskEngland,
  'flood-risk-wales': floodRiskWales,
  'flood-risk-scotland': floodRiskScotland,
  radon,
  'historic-landfill': landfill,
  'historic-landfill-wales': landfillWales,
  'coal-mining': coal,
  noise,
  'air-quality-areas': airQuality,
  'coastal-erosion': coastalErosion,
} as const satisfies Record<string, DatasetWriter>;

export type SandboxDataset = keyof typeof DATASET_WRITERS;

/** Every dataset that the sandbox can write, in load order. */
export const SANDBOX_DATASETS = Object.keys(DATASET_WRITERS) as SandboxDataset[];

/** Places, addresses, certificates and sales: the datasets of a first start. */
export const CORE_DATASETS: readonly SandboxDataset[] = SANDBOX_DATASETS.slice(0, 8);
