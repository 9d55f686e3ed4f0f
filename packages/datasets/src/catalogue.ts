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
} as const satisfies Record<string, CatalogueEntry>;

export type DatasetId = keyof typeof catalogue;

export const datasetIds = Object.keys(catalogue) as DatasetId[];

/** The entry of a dataset, or undefined where there is no such dataset. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return (catalogue as Record<string, CatalogueEntry>)[id];
}
