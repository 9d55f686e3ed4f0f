const TABLE_FORMATS = ['csv', 'tsv', 'ndjson', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The endings of file names, for messages. */
export const TABLE_ENDINGS = TABLE_FORMATS.map((format) => `.${format}`).join(', ');

const ENDINGS: Record<string, TableFormat> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
};

/** The format of a file name by its ending; null if the ending is unknown. */
export function tableFormat(name: string): TableFormat | null {
  return ENDINGS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
