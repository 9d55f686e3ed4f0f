import { readNamedColumns } from '@domesday/loading/mapping-columns';
import { needTexts, parseMapping } from '@domesday/loading/mapping-file';

export const APPLICATION_FIELDS = [
  'reference',
  'authority_name',
  'authority_code',
  'address',
  'postcode',
  'uprn',
  'description',
  'type',
  'status',
  'decision',
  'received',
  'validated',
  'decided',
  'appeal_status',
  'appeal_decided',
  'latitude',
  'longitude',
  'easting',
  'northing',
  'url',
] as const;
export type ApplicationField = (typeof APPLICATION_FIELDS)[number];

/** The columns of a council's file, and the council. */
export interface ApplicationMapping {
  /** The address may be in several columns. */
  columns?: Partial<Record<ApplicationField, string | string[]>>;
  authority_code?: string;
  authority_name?: string;
  delimiter?: string;
}

/** Reads a mapping file. Throws a LoadError that names what is wrong in it. */
export function readApplicationMapping(text: string): ApplicationMapping {
  const content = parseMapping(text, ['columns', 'authority_code', 'authority_name', 'delimiter']);
  needTexts(content, ['authority_code', 'authority_name']);
  readNamedColumns(content.columns, { fields: APPLICATION_FIELDS, several: ['address'] });
  return content as ApplicationMapping;
}
