import type { DatasetModule } from '@domesday/loading/types';
import { recognise, staging } from './layout.ts';
import { publishCertificates } from './publish.query.ts';
import { source } from './source.ts';

/** Every certificate is kept, expired ones too; the newest by lodgement answers. */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  staging,
  maxFieldChars: 20_000,
  maxRecordChars: 200_000,
  recognise,
  nullRates: { postcode: 0.02, uprn: 0.4, current_rating: 0.02, floor_area_sqm: 0.05, lodged_on: 0.001 },
  dateColumn: 'lodged_on',
  publish: publishCertificates,
};
