// Generated from the folders of packages/datasets by scripts/datasets.ts. Do not edit.
import type { DatasetModule } from '@domesday/loading/types';
import { dataset as addressList } from '../address-list/index.ts';
import { dataset as airQualityAreas } from '../air-quality-areas/index.ts';
import { dataset as airbnbListings } from '../airbnb-listings/index.ts';
import { dataset as airbnbReviews } from '../airbnb-reviews/index.ts';
import { dataset as areaChanges } from '../area-changes/index.ts';
import { dataset as brmaBoundaries } from '../brma-boundaries/index.ts';
import { dataset as brmaLookup } from '../brma-lookup/index.ts';
import { dataset as ccod } from '../ccod/index.ts';
import { dataset as census2021 } from '../census-2021/index.ts';
import { dataset as census2022 } from '../census-2022/index.ts';
import { dataset as coalMining } from '../coal-mining/index.ts';
import { dataset as coastalErosion } from '../coastal-erosion/index.ts';
import { dataset as codePointOpen } from '../code-point-open/index.ts';
import { dataset as councilTaxBands } from '../council-tax-bands/index.ts';
import { dataset as deprivationEngland } from '../deprivation-england/index.ts';
import { dataset as deprivationScotland } from '../deprivation-scotland/index.ts';
import { dataset as deprivationWales } from '../deprivation-wales/index.ts';
import { dataset as epcDomestic } from '../epc-domestic/index.ts';
import { dataset as floodRiskEngland } from '../flood-risk-england/index.ts';
import { dataset as floodRiskScotland } from '../flood-risk-scotland/index.ts';
import { dataset as floodRiskWales } from '../flood-risk-wales/index.ts';
import { dataset as floodZonesEngland } from '../flood-zones-england/index.ts';
import { dataset as floodZonesWales } from '../flood-zones-wales/index.ts';
import { dataset as gias } from '../gias/index.ts';
import { dataset as historicLandfill } from '../historic-landfill/index.ts';
import { dataset as historicLandfillWales } from '../historic-landfill-wales/index.ts';
import { dataset as hmlrUprnLookup } from '../hmlr-uprn-lookup/index.ts';
import { dataset as hmoRegister } from '../hmo-register/index.ts';
import { dataset as inspirePolygons } from '../inspire-polygons/index.ts';
import { dataset as lhaListOfRents } from '../lha-list-of-rents/index.ts';
import { dataset as lhaRates } from '../lha-rates/index.ts';
import { dataset as listingsBlm } from '../listings-blm/index.ts';
import { dataset as listingsCsv } from '../listings-csv/index.ts';
import { dataset as listingsRtdf } from '../listings-rtdf/index.ts';
import { dataset as listingsZpg } from '../listings-zpg/index.ts';
import { dataset as naptan } from '../naptan/index.ts';
import { dataset as nhsOds } from '../nhs-ods/index.ts';
import { dataset as nhsScotland } from '../nhs-scotland/index.ts';
import { dataset as noise } from '../noise/index.ts';
import { dataset as noiseScotland } from '../noise-scotland/index.ts';
import { dataset as noiseWales } from '../noise-wales/index.ts';
import { dataset as ocod } from '../ocod/index.ts';
import { dataset as ofcomBroadband } from '../ofcom-broadband/index.ts';
import { dataset as ofsted } from '../ofsted/index.ts';
import { dataset as onspd } from '../onspd/index.ts';
import { dataset as operatorLettings } from '../operator-lettings/index.ts';
import { dataset as osOpenUprn } from '../os-open-uprn/index.ts';
import { dataset as osmPoints } from '../osm-points/index.ts';
import { dataset as planningApplications } from '../planning-applications/index.ts';
import { dataset as planningData } from '../planning-data/index.ts';
import { dataset as policeCrime } from '../police-crime/index.ts';
import { dataset as pricePaid } from '../price-paid/index.ts';
import { dataset as privateRents } from '../private-rents/index.ts';
import { dataset as radon } from '../radon/index.ts';
import { dataset as retailPoints } from '../retail-points/index.ts';
import { dataset as schoolsScotland } from '../schools-scotland/index.ts';
import { dataset as schoolsWales } from '../schools-wales/index.ts';
import { dataset as smallAreaIncome } from '../small-area-income/index.ts';
import { dataset as ukHpi } from '../uk-hpi/index.ts';
import { dataset as urbanRural } from '../urban-rural/index.ts';
import type { catalogue } from './catalogue.ts';

export const registry: Record<keyof typeof catalogue, DatasetModule> = {
  'address-list': addressList,
  'air-quality-areas': airQualityAreas,
  'airbnb-listings': airbnbListings,
  'airbnb-reviews': airbnbReviews,
  'area-changes': areaChanges,
  'brma-boundaries': brmaBoundaries,
  'brma-lookup': brmaLookup,
  'ccod': ccod,
  'census-2021': census2021,
  'census-2022': census2022,
  'coal-mining': coalMining,
  'coastal-erosion': coastalErosion,
  'code-point-open': codePointOpen,
  'council-tax-bands': councilTaxBands,
  'deprivation-england': deprivationEngland,
  'deprivation-scotland': deprivationScotland,
  'deprivation-wales': deprivationWales,
  'epc-domestic': epcDomestic,
  'flood-risk-england': floodRiskEngland,
  'flood-risk-scotland': floodRiskScotland,
  'flood-risk-wales': floodRiskWales,
  'flood-zones-england': floodZonesEngland,
  'flood-zones-wales': floodZonesWales,
  'gias': gias,
  'historic-landfill': historicLandfill,
  'historic-landfill-wales': historicLandfillWales,
  'hmlr-uprn-lookup': hmlrUprnLookup,
  'hmo-register': hmoRegister,
  'inspire-polygons': inspirePolygons,
  'lha-list-of-rents': lhaListOfRents,
  'lha-rates': lhaRates,
  'listings-blm': listingsBlm,
  'listings-csv': listingsCsv,
  'listings-rtdf': listingsRtdf,
  'listings-zpg': listingsZpg,
  'naptan': naptan,
  'nhs-ods': nhsOds,
  'nhs-scotland': nhsScotland,
  'noise': noise,
  'noise-scotland': noiseScotland,
  'noise-wales': noiseWales,
  'ocod': ocod,
  'ofcom-broadband': ofcomBroadband,
  'ofsted': ofsted,
  'onspd': onspd,
  'operator-lettings': operatorLettings,
  'os-open-uprn': osOpenUprn,
  'osm-points': osmPoints,
  'planning-applications': planningApplications,
  'planning-data': planningData,
  'police-crime': policeCrime,
  'price-paid': pricePaid,
  'private-rents': privateRents,
  'radon': radon,
  'retail-points': retailPoints,
  'schools-scotland': schoolsScotland,
  'schools-wales': schoolsWales,
  'small-area-income': smallAreaIncome,
  'uk-hpi': ukHpi,
  'urban-rural': urbanRural,
};
