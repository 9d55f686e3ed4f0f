import { readNamedColumns } from '@domesday/loading/mapping-columns';
import { fieldsOf, parseMapping } from '@domesday/loading/mapping-file';
import { LoadError } from '@domesday/loading/types';

export const FIELDS = [
  'reference',
  'uprn',
  'address',
  'postcode',
  'property_type',
  'bedrooms',
  'room_type',
  'furnished',
  'rent',
  'rent_period',
  'bills_included',
  'advertised_on',
  'let_on',
  'started_on',
] as const;
export type LettingField = (typeof FIELDS)[number];

/** The columns of the operator's file. Fields that are left out are looked up under their own name. */
export interface LettingsMapping {
  columns: Partial<Record<LettingField, string>>;
  /** One character, if it is not a comma. */
  delimiter?: string;
  /** `pcm` or `pw`, for files whose rents are all monthly or all weekly. */
  rent_period?: 'pcm' | 'pw';
}

/** Reads a mapping file (YAML or JSON). Throws a LoadError that names what is wrong in it. */
export function readMapping(text: string): LettingsMapping {
  const content = parseMapping(text);
  const period = [content.rent_period].find((given) => given === 'pcm' || given === 'pw');
  if (content.columns !== undefined && content.rent_period !== undefined && !period)
    throw new LoadError('mapping', 'In the mapping file `rent_period` beside `columns` must be pcm or pw.');
  const { rent_period, ...others } = content;
  const { delimiter, ...columns } = fieldsOf(period ? others : content);
  readNamedColumns(columns, { fields: FIELDS });
  return {
    columns: columns as LettingsMapping['columns'],
    ...(delimiter === undefined ? {} : { delimiter: delimiter as string }),
    ...(period === undefined ? {} : { rent_period: period }),
  };
}
