import { LoadError } from '@domesday/loading/types';
import { parse } from 'yaml';

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
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw new LoadError('mapping', `The mapping file is not YAML: ${(error as Error).message}`);
  }
  if (!isRecord(content))
    throw new LoadError('mapping', 'The mapping file must be a list of `field: column name`.');
  const { columns, delimiter, ...rest } = content;
  if (columns !== undefined && !isRecord(columns)) {
    throw new LoadError('mapping', 'In the mapping file `columns` must be a list of `field: column name`.');
  }
  const given: Record<string, unknown> = { ...(columns ? {} : rest), ...columns };
  const period = columns ? rest.rent_period : undefined;
  const unknown = [...Object.keys(given), ...(columns ? Object.keys(rest) : [])].find(
    (key) => !(FIELDS as readonly string[]).includes(key),
  );
  if (unknown !== undefined) {
    throw new LoadError(
      'mapping',
      `The mapping file names the field "${unknown}". There are: ${FIELDS.join(', ')}.`,
    );
  }
  const empty = Object.keys(given).find((key) => typeof given[key] !== 'string' || given[key] === '');
  if (empty) throw new LoadError('mapping', `In the mapping file "${empty}" must be the name of a column.`);
  if (delimiter !== undefined && (typeof delimiter !== 'string' || delimiter.length !== 1)) {
    throw new LoadError('mapping', 'The delimiter in the mapping file must be one character.');
  }
  if (period !== undefined && period !== 'pcm' && period !== 'pw') {
    throw new LoadError('mapping', 'In the mapping file `rent_period` beside `columns` must be pcm or pw.');
  }
  return {
    columns: given as LettingsMapping['columns'],
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(period === undefined ? {} : { rent_period: period }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
