import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'os-open-uprn',
  name: 'OS Open UPRN',
  publisher: 'Ordnance Survey',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution: 'Contains OS data © Crown copyright and database right [year].',
  cadence_days: 42,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'uprn_points',
    replaces: 'the same UPRNs',
  },
  used_by: ['addresses'],
  download: {
    topic: 'addresses',
    find: { by: 'os-downloads', product: 'OpenUPRN', format: 'CSV' },
    content: 'zip',
    bytes: null,
    rows: 41_676_575,
  },
  docs: {
    page: 'data',
    what: 'a point per UPRN, Ordnance Survey',
    layouts: 'five columns with a header; cut-outs with metres or degrees alone',
    where: 'osdatahub.os.uk, OpenData downloads',
    layout_seen: { real_file: 'cut-outs without the five columns' },
  },
} as const satisfies DatasetSource;
