import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'ccod',
  name: 'UK companies that own property in England and Wales',
  publisher: 'HM Land Registry',
  countries: ['England', 'Wales'],
  licence: 'HM Land Registry licence for the dataset, accepted by the operator; re-publication restricted',
  attribution:
    'This information is subject to Crown copyright and database rights [year] and is reproduced with the permission of HM Land Registry.',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 10,
  served: {
    table: 'company_titles',
    newest: 't.added',
    replaces: 'a whole file: everything; a change file: the titles in it',
  },
  used_by: ['titles'],
  download: {
    topic: 'titles',
    find: { by: 'land-property-api', dataset: 'ccod' },
    content: 'zip',
    bytes: null,
    rows: null,
    token: {
      variable: 'DOMESDAY_TOKEN_LAND_PROPERTY',
      scheme: 'plain',
      hosts: ['use-land-property-data.service.gov.uk'],
      from: 'use-land-property-data.service.gov.uk (account, licence of the dataset accepted there, API key)',
    },
  },
  docs: {
    page: 'data-areas',
    what: 'titles of companies, HM Land Registry',
    layouts: 'published header, `Row Count` line; change files, told by their column `Change Indicator`',
    where: 'use-land-property-data.service.gov.uk',
    layout_seen: { specification: "HM Land Registry's technical specification" },
  },
} as const satisfies DatasetSource;
