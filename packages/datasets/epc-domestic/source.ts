import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'epc-domestic',
  name: 'Domestic energy performance certificates',
  publisher: 'Ministry of Housing, Communities and Local Government; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: `${OGL}; addresses and postcodes only for purposes of energy efficiency, under the Royal Mail notice that travels with them`,
  attribution:
    'Contains energy performance certificate data © Crown copyright, licensed under the Open Government Licence v3.0. Address and postcode data © Royal Mail copyright and database right [year].',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 31,
  served: {
    table: 'energy_certificates',
    newest: 't.lodged_on',
    replaces: 'the same certificates',
  },
  used_by: ['energy', 'addresses'],
  home_table: {
    table: 'energy_certificates',
    record: 'certificate',
    newest_by: ['lodged_on', 'certificate_number'],
    observed_on: ['inspected_on', 'lodged_on'],
    not_read: [
      'uprn',
      'uprn_confidence',
      'address',
      'postcode',
      'country',
      'local_authority_code',
      'load_id',
      'potential_score',
      'tenure',
      'transaction_type',
    ],
  },
  download: {
    topic: 'energy',
    find: {
      by: 'file-info',
      address: 'https://api.get-energy-performance-data.communities.gov.uk/api/files/domestic/csv',
      info: 'https://api.get-energy-performance-data.communities.gov.uk/api/files/domestic/csv/info',
    },
    content: 'zip',
    bytes: 8_000_000_000,
    rows: null,
    nations: ['England', 'Wales'],
    token: {
      variable: 'DOMESDAY_TOKEN_ENERGY',
      scheme: 'Bearer',
      hosts: ['api.get-energy-performance-data.communities.gov.uk'],
      from: 'get-energy-performance-data.communities.gov.uk (GOV.UK One Login account)',
    },
    beside: 'Scottish certificates: statistics.gov.scot',
  },
  docs: {
    page: 'data',
    what: 'domestic energy certificates, MHCLG and the Scottish Government',
    layouts:
      '2026 (`certificate_number`), older (`LMK_KEY`), Scottish (two header rows, `OSG_REFERENCE_NUMBER`); by column name, so any order',
    where: 'get-energy-performance-data.communities.gov.uk (account needed); statistics.gov.scot',
    terms:
      'OGL v3; addresses and postcodes for purposes of energy efficiency only, and the notice must travel with them. Certificates are personal data',
    layout_seen: { specification: 'header and dictionary of 2026, test rows of the publisher' },
  },
} as const satisfies DatasetSource;
