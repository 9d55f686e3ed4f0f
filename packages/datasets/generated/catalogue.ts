// Generated from the folders of packages/datasets by scripts/datasets.ts. Do not edit.
import { source as addressList } from '../address-list/source.ts';
import { source as airQualityAreas } from '../air-quality-areas/source.ts';
import { source as airbnbListings } from '../airbnb-listings/source.ts';
import { source as airbnbReviews } from '../airbnb-reviews/source.ts';
import { source as areaChanges } from '../area-changes/source.ts';
import { source as brmaBoundaries } from '../brma-boundaries/source.ts';
import { source as brmaLookup } from '../brma-lookup/source.ts';
import { source as ccod } from '../ccod/source.ts';
import { source as census2021 } from '../census-2021/source.ts';
import { source as census2022 } from '../census-2022/source.ts';
import { source as coalMining } from '../coal-mining/source.ts';
import { source as coastalErosion } from '../coastal-erosion/source.ts';
import { source as codePointOpen } from '../code-point-open/source.ts';
import { source as councilTaxBands } from '../council-tax-bands/source.ts';
import { source as deprivationEngland } from '../deprivation-england/source.ts';
import { source as deprivationScotland } from '../deprivation-scotland/source.ts';
import { source as deprivationWales } from '../deprivation-wales/source.ts';
import { source as epcDomestic } from '../epc-domestic/source.ts';
import { source as floodRiskEngland } from '../flood-risk-england/source.ts';
import { source as floodRiskScotland } from '../flood-risk-scotland/source.ts';
import { source as floodRiskWales } from '../flood-risk-wales/source.ts';
import { source as floodZonesEngland } from '../flood-zones-england/source.ts';
import { source as floodZonesWales } from '../flood-zones-wales/source.ts';
import { source as gias } from '../gias/source.ts';
import { source as historicLandfill } from '../historic-landfill/source.ts';
import { source as historicLandfillWales } from '../historic-landfill-wales/source.ts';
import { source as hmlrUprnLookup } from '../hmlr-uprn-lookup/source.ts';
import { source as hmoRegister } from '../hmo-register/source.ts';
import { source as inspirePolygons } from '../inspire-polygons/source.ts';
import { source as lhaListOfRents } from '../lha-list-of-rents/source.ts';
import { source as lhaRates } from '../lha-rates/source.ts';
import { source as listingsBlm } from '../listings-blm/source.ts';
import { source as listingsCsv } from '../listings-csv/source.ts';
import { source as listingsRtdf } from '../listings-rtdf/source.ts';
import { source as listingsZpg } from '../listings-zpg/source.ts';
import { source as naptan } from '../naptan/source.ts';
import { source as nhsOds } from '../nhs-ods/source.ts';
import { source as nhsScotland } from '../nhs-scotland/source.ts';
import { source as noise } from '../noise/source.ts';
import { source as noiseScotland } from '../noise-scotland/source.ts';
import { source as noiseWales } from '../noise-wales/source.ts';
import { source as ocod } from '../ocod/source.ts';
import { source as ofcomBroadband } from '../ofcom-broadband/source.ts';
import { source as ofsted } from '../ofsted/source.ts';
import { source as onspd } from '../onspd/source.ts';
import { source as operatorLettings } from '../operator-lettings/source.ts';
import { source as osOpenUprn } from '../os-open-uprn/source.ts';
import { source as osmPoints } from '../osm-points/source.ts';
import { source as planningApplications } from '../planning-applications/source.ts';
import { source as planningData } from '../planning-data/source.ts';
import { source as policeCrime } from '../police-crime/source.ts';
import { source as pricePaid } from '../price-paid/source.ts';
import { source as privateRents } from '../private-rents/source.ts';
import { source as radon } from '../radon/source.ts';
import { source as retailPoints } from '../retail-points/source.ts';
import { source as schoolsScotland } from '../schools-scotland/source.ts';
import { source as schoolsWales } from '../schools-wales/source.ts';
import { source as smallAreaIncome } from '../small-area-income/source.ts';
import { source as ukHpi } from '../uk-hpi/source.ts';
import { source as urbanRural } from '../urban-rural/source.ts';

export const catalogue = {
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
} as const;
