import { sampleRecords } from './header.ts';

/** The names of the columns: the last record of the text before the data. Null for a layout without a header. */
export function headerBefore(text: string, delimiter?: string): string[] | null {
  return sampleRecords(text, Number.POSITIVE_INFINITY, delimiter).at(-1) ?? null;
}

/** Whether all fields of a row are blank, as in rows that spreadsheets leave below a table. */
export function isBlankRow(fields: readonly string[]): boolean {
  return isBlank(fields[0]!) && fields.every(isBlank);
}

/** Whether a row repeats the header, as in concatenated files. */
export function isHeader(fields: readonly string[], header: readonly string[] | null): boolean {
  if (header === null || fields.length !== header.length) return false;
  return fields.every((field, i) => field === header[i]);
}

const COUNTED = '(rows|records|entries|licen[cs]es|properties|hmos?|dwellings|homes)';
const TOTAL = new RegExp(
  `^(grand |sub[- ]?)?totals?\\b( (number|count|of|rows|records)\\b.*| ${COUNTED})?[:\\s\\d,.]*((?<=\\d) ?${COUNTED})?$`,
  'i',
);
/** The longest first field that is read as the name of a total. */
const LONGEST_TOTAL = 60;

/** Whether a row is a total: it begins with a word such as "Total", as sheets write it below their records. */
export function isTotal(fields: readonly string[]): boolean {
  const first = isBlank(fields[0]!) ? fields.find((field) => !isBlank(field)) : fields[0];
  return first !== undefined && first.length <= LONGEST_TOTAL && TOTAL.test(first.trim());
}

const NOTE =
  /^(sources?|(foot)?notes?|n\.?b\.?|disclaimer)\s*(\d+\s*)?[:.–—-]|^(©|\(c\)\s|(crown )?copyright\b|contains .*\b(data|information|licen[cs]e)\b|(please|to) note\b|(last|data|correct) (updated|correct|as)( as)?( at| on|:))/i;
/** Footers of reports. */
const FOOTER = new RegExp(
  [
    '^last updated \\d',
    '^(printed|generated|produced|exported|extracted|report run|run date|as at)\\b[\\s:]*(on |at )?\\d',
    '^page \\d+ of \\d+',
    '^\\W*end of (report|register|list|file|data)\\b',
  ].join('|'),
  'i',
);

/** Whether a row of several columns holds nothing but one note, as publishers write below a table. */
export function isNote(fields: readonly string[], header: readonly string[] | null): boolean {
  const columns = header?.length ?? fields.length;
  if (columns < 2) return false;
  // A note without quotes is split at its commas.
  const isSplit = fields.length < columns;
  let note = '';
  for (const field of fields) {
    if (isBlank(field)) continue;
    if (note !== '' && !isSplit) return false;
    note ||= field.trim();
  }
  return NOTE.test(note) || FOOTER.test(note);
}

function isBlank(field: string): boolean {
  return field === '' || field.trim() === '';
}
