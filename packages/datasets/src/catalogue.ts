import { areaCatalogue } from './catalogue-areas.ts';

/** What is known of a dataset before any of it is loaded. Nothing heavy is imported here. */
export interface CatalogueEntry {
  id: string;
  name: string;
  publisher: string;
  countries: ('England' | 'Wales' | 'Scotland')[];
  licence: string;
  /** The sentence that must be shown wherever the data are. */
  attribution: string;
  /** Days between releases: beyond about two of them what is loaded is stale. null = no fixed rhythm. */
  cadence_days: number | null;
  /** Tables or parts of an answer that come from it. */
  used_by: string[];
}

const OGL = 'Open Government Licence v3.0';
const OS_OPEN =
  'Contains OS data © Crown copyright and database right. Contains Royal Mail data © Royal Mail copyright and database right. Contains National Statistics data © Crown copyright and database right.';

export const catalogue = {
  'price-paid': {
    id: 'price-paid',
    name: 'Price Paid Data',
    publisher: 'HM Land Registry',
    countries: ['England', 'Wales'],
    licence: `${OGL}; address data under Royal Mail and Ordnance Survey terms (personal or non-commercial use, or to show residential price information)`,
    attribution:
      'Contains HM Land Registry data © Crown copyright and database right. This data is licensed under the Open Government Licence v3.0.',
    cadence_days: 31,
    used_by: ['sales'],
  },
  'hmlr-uprn-lookup': {
    id: 'hmlr-uprn-lookup',
    name: 'Price Paid transaction to UPRN look-up',
    publisher: 'HM Land Registry',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution:
      'Contains HM Land Registry data © Crown copyright and database right. This data is licensed under the Open Government Licence v3.0.',
    cadence_days: 31,
    used_by: ['sales'],
  },
  'epc-domestic': {
    id: 'epc-domestic',
    name: 'Domestic energy performance certificates',
    publisher: 'Ministry of Housing, Communities and Local Government; Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: `${OGL}; addresses and postcodes only for purposes of energy efficiency, under the Royal Mail notice that travels with them`,
    attribution:
      'Contains energy performance certificate data © Crown copyright, licensed under the Open Government Licence v3.0. Address and postcode data © Royal Mail copyright and database right.',
    cadence_days: 31,
    used_by: ['energy', 'addresses'],
  },
  'os-open-uprn': {
    id: 'os-open-uprn',
    name: 'OS Open UPRN',
    publisher: 'Ordnance Survey',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution: 'Contains OS data © Crown copyright and database right.',
    cadence_days: 42,
    used_by: ['addresses'],
  },
  'code-point-open': {
    id: 'code-point-open',
    name: 'Code-Point Open',
    publisher: 'Ordnance Survey',
    countries: ['England', 'Wales', 'Scotland'],
    licence: `${OGL} (editions before 2015: OS OpenData Licence)`,
    attribution: OS_OPEN,
    cadence_days: 92,
    used_by: ['postcodes'],
  },
  onspd: {
    id: 'onspd',
    name: 'ONS Postcode Directory',
    publisher: 'Office for National Statistics',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution: OS_OPEN,
    cadence_days: 92,
    used_by: ['postcodes'],
  },
  'uk-hpi': {
    id: 'uk-hpi',
    name: 'UK House Price Index',
    publisher: 'HM Land Registry and Office for National Statistics',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains HM Land Registry data © Crown copyright and database right. This data is licensed under the Open Government Licence v3.0.',
    cadence_days: 31,
    used_by: ['house_price_index'],
  },
  'address-list': {
    id: 'address-list',
    name: 'Address list supplied by the operator',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Addresses as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['addresses'],
  },
  'private-rents': {
    id: 'private-rents',
    name: 'Price Index of Private Rents',
    publisher: 'Office for National Statistics',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
    cadence_days: 31,
    used_by: ['private_rents'],
  },
  'lha-rates': {
    id: 'lha-rates',
    name: 'Local Housing Allowance rates',
    publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Local Housing Allowance rates.',
    cadence_days: 365,
    used_by: ['lha_rates'],
  },
  'lha-list-of-rents': {
    id: 'lha-list-of-rents',
    name: 'List of rents behind Local Housing Allowance',
    publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Local Housing Allowance list of rents.',
    cadence_days: 365,
    used_by: ['lha_rents'],
  },
  'brma-lookup': {
    id: 'brma-lookup',
    name: 'Postcode to broad rental market area look-up',
    publisher:
      'The operator, from boundaries of the Valuation Office Agency, Rent Officers Wales and the Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: broad rental market area boundaries. Contains OS data © Crown copyright and database right.',
    cadence_days: null,
    used_by: ['brma_postcodes'],
  },
  'brma-boundaries': {
    id: 'brma-boundaries',
    name: 'Boundaries of broad rental market areas',
    publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: broad rental market area boundaries. Contains OS data © Crown copyright and database right.',
    cadence_days: null,
    used_by: ['brma_postcodes'],
  },
  'operator-lettings': {
    id: 'operator-lettings',
    name: 'Lettings supplied by the operator',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Lettings as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['lettings'],
  },
  'listings-blm': {
    id: 'listings-blm',
    name: 'Listings in the portals’ text format (BLM)',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Listings as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['listings'],
  },
  'listings-rtdf': {
    id: 'listings-rtdf',
    name: 'Listings of a Rightmove real-time data feed',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Listings as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['listings'],
  },
  'listings-zpg': {
    id: 'listings-zpg',
    name: 'Listings of a Zoopla real-time feed',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Listings as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['listings'],
  },
  'listings-csv': {
    id: 'listings-csv',
    name: 'Listings in a CSV of the operator',
    publisher: 'The operator',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'As the operator holds it',
    attribution: 'Listings as supplied by the operator of this service.',
    cadence_days: null,
    used_by: ['listings'],
  },
  'airbnb-listings': {
    id: 'airbnb-listings',
    name: 'Inside Airbnb listings',
    publisher: 'Inside Airbnb',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'Creative Commons Attribution 4.0 International (CC BY 4.0); see the publisher for terms of use',
    attribution: 'Contains data of Inside Airbnb (insideairbnb.com), CC BY 4.0.',
    cadence_days: 92,
    used_by: ['short_lets'],
  },
  'airbnb-reviews': {
    id: 'airbnb-reviews',
    name: 'Inside Airbnb reviews',
    publisher: 'Inside Airbnb',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'Creative Commons Attribution 4.0 International (CC BY 4.0); see the publisher for terms of use',
    attribution: 'Contains data of Inside Airbnb (insideairbnb.com), CC BY 4.0.',
    cadence_days: 92,
    used_by: ['short_let_reviews'],
  },
  gias: {
    id: 'gias',
    name: 'Get Information about Schools',
    publisher: 'Department for Education',
    countries: ['England'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Get Information about Schools, Department for Education.',
    cadence_days: 31,
    used_by: ['schools'],
  },
  ofsted: {
    id: 'ofsted',
    name: 'Inspections of state-funded schools, management information',
    publisher: 'Ofsted',
    countries: ['England'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Ofsted management information.',
    cadence_days: 31,
    used_by: ['school_inspections'],
  },
  'schools-scotland': {
    id: 'schools-scotland',
    name: 'School Roll and Locations',
    publisher: 'Scottish Government',
    countries: ['Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: School Roll and Locations, Scottish Government.',
    cadence_days: 365,
    used_by: ['schools'],
  },
  'schools-wales': {
    id: 'schools-wales',
    name: 'Address list of schools',
    publisher: 'Welsh Government',
    countries: ['Wales'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Address list of schools, Welsh Government.',
    cadence_days: 365,
    used_by: ['schools'],
  },
  naptan: {
    id: 'naptan',
    name: 'National Public Transport Access Nodes',
    publisher: 'Department for Transport',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: NaPTAN, Department for Transport.',
    cadence_days: 31,
    used_by: ['transport_stops'],
  },
  'nhs-ods': {
    id: 'nhs-ods',
    name: 'NHS organisations: practices, pharmacies and trust sites',
    publisher: 'NHS England, Organisation Data Service',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: NHS Organisation Data Service.',
    cadence_days: 92,
    used_by: ['health_sites'],
  },
  'nhs-scotland': {
    id: 'nhs-scotland',
    name: 'NHS Scotland: practices, dispensers and hospitals',
    publisher: 'Public Health Scotland',
    countries: ['Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Public Health Scotland.',
    cadence_days: 92,
    used_by: ['health_sites'],
  },
  'retail-points': {
    id: 'retail-points',
    name: 'Grocery retail points',
    publisher: 'Geolytix',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'Geolytix open data terms: free to use with attribution',
    attribution: 'Grocery retail points © GEOLYTIX, used under its open data terms.',
    cadence_days: 92,
    used_by: ['retail_points'],
  },
  'osm-points': {
    id: 'osm-points',
    name: 'Points of OpenStreetMap',
    publisher: 'OpenStreetMap contributors',
    countries: ['England', 'Wales', 'Scotland'],
    licence: 'Open Database Licence 1.0: share-alike, kept apart from the other sources',
    attribution: '© OpenStreetMap contributors, available under the Open Database Licence.',
    cadence_days: null,
    used_by: ['osm_points'],
  },
  'ofcom-broadband': {
    id: 'ofcom-broadband',
    name: 'Connected Nations, fixed broadband by postcode',
    publisher: 'Ofcom',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Connected Nations, Ofcom.',
    cadence_days: 365,
    used_by: ['broadband_postcodes'],
  },
  'census-2021': {
    id: 'census-2021',
    name: 'Census 2021, topic summaries',
    publisher: 'Office for National Statistics',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
    cadence_days: null,
    used_by: ['area_figures'],
  },
  'census-2022': {
    id: 'census-2022',
    name: 'Scotland’s Census 2022',
    publisher: 'National Records of Scotland',
    countries: ['Scotland'],
    licence: OGL,
    attribution:
      'Contains National Records of Scotland data licensed under the Open Government Licence v3.0.',
    cadence_days: null,
    used_by: ['area_figures'],
  },
  'deprivation-england': {
    id: 'deprivation-england',
    name: 'English indices of deprivation',
    publisher: 'Ministry of Housing, Communities and Local Government',
    countries: ['England'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: English indices of deprivation.',
    cadence_days: null,
    used_by: ['deprivation_areas'],
  },
  'deprivation-wales': {
    id: 'deprivation-wales',
    name: 'Welsh Index of Multiple Deprivation',
    publisher: 'Welsh Government',
    countries: ['Wales'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Welsh Index of Multiple Deprivation.',
    cadence_days: null,
    used_by: ['deprivation_areas'],
  },
  'deprivation-scotland': {
    id: 'deprivation-scotland',
    name: 'Scottish Index of Multiple Deprivation',
    publisher: 'Scottish Government',
    countries: ['Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Scottish Index of Multiple Deprivation.',
    cadence_days: null,
    used_by: ['deprivation_areas'],
  },
  'police-crime': {
    id: 'police-crime',
    name: 'Street-level crime',
    publisher: 'Single Online Home National Digital Team, data.police.uk',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: data.police.uk.',
    cadence_days: 31,
    used_by: ['crime_counts'],
  },
  'council-tax-bands': {
    id: 'council-tax-bands',
    name: 'Dwellings by council tax band',
    publisher: 'Valuation Office Agency; National Records of Scotland',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Council Tax stock of properties; dwellings by council tax band.',
    cadence_days: 365,
    used_by: ['area_figures'],
  },
  'area-changes': {
    id: 'area-changes',
    name: 'Look-up of small areas of 2011 and 2021',
    publisher: 'Office for National Statistics',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution: OS_OPEN,
    cadence_days: null,
    used_by: ['area_changes'],
  },
  ...areaCatalogue,
  'urban-rural': {
    id: 'urban-rural',
    name: 'Urban and rural classes of small areas',
    publisher: 'Office for National Statistics; Scottish Government',
    countries: ['England', 'Wales', 'Scotland'],
    licence: OGL,
    attribution:
      'Contains public sector information licensed under the Open Government Licence v3.0: Rural Urban Classification; Scottish Government Urban Rural Classification.',
    cadence_days: null,
    used_by: ['area_figures'],
  },
  'small-area-income': {
    id: 'small-area-income',
    name: 'Income estimates for small areas',
    publisher: 'Office for National Statistics',
    countries: ['England', 'Wales'],
    licence: OGL,
    attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
    cadence_days: null,
    used_by: ['area_figures'],
  },
} as const satisfies Record<string, CatalogueEntry>;

export type DatasetId = keyof typeof catalogue;

export const datasetIds = Object.keys(catalogue) as DatasetId[];

/** The entry of a dataset, or undefined where there is no such dataset. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return (catalogue as Record<string, CatalogueEntry>)[id];
}
