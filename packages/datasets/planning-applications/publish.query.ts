import { publishRows } from '@domesday/loading/publish-rows.query';
import type { Staged } from '@domesday/loading/types';

const COLUMNS = [
  'source',
  'source_id',
  'reference',
  'authority_name',
  'authority_code',
  'address',
  'postcode',
  'uprn',
  'description',
  'type',
  'category',
  'status',
  'native_status',
  'decision',
  'received',
  'validated',
  'decided',
  'appeal_status',
  'appeal_decided',
  'day',
  'latitude',
  'longitude',
  'easting',
  'northing',
  'position',
  'url',
];

export function publishApplications(staged: Staged): Promise<number> {
  return publishRows(staged, {
    table: 'planning_applications',
    key: ['source', 'source_id'],
    columns: COLUMNS,
  });
}
