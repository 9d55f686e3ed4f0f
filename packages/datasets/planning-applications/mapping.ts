import { readNamedColumns } from '@domesday/loading/mapping-columns';
import { LoadError } from '@domesday/loading/types';
import { parse } from 'yaml';

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
  /** The address may lie in several columns. */
  columns?: Partial<Record<ApplicationField, string | string[]>>;
  authority_code?: string;
  authority_name?: string;
  delimiter?: string;
}

/** Reads a mapping file. Throws a LoadError that names what is wrong in it. */
export function readApplicationMapping(text: string): ApplicationMapping {
  const content = parse(text) as Record<string, unknown> | null;
  const keys = ['columns', 'authority_code', 'authority_name', 'delimiter'];
  const unknown = Object.keys(content ?? {}).find((key) => !keys.includes(key));
  if (content === null || typeof content !== 'object' || unknown) {
    throw new LoadError(
      'mapping',
      `The mapping file may name ${keys.join(', ')}${unknown ? `, not "${unknown}"` : ''}.`,
    );
  }
  readNamedColumns(content.columns, { fields: APPLICATION_FIELDS, several: ['address'] });
  return content as ApplicationMapping;
}
