import { isFormula } from '@domesday/files/formula-text';

const SEPARATORS = ['\t', ';', ','];

/** The separator of the cells, judged by the first line. */
export function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const number = (separator: string): number => first.split(separator).length;
  return SEPARATORS.reduce((best, one) => (number(one) > number(best) ? one : best));
}

/**
 * Rows of a table as spreadsheets save it: with tabs, semicolons or commas. A blank line between others stays a row, so
 * that the result matches the given table row by row.
 */
export function rowsOf(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    'gy',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of body.matchAll(cell)) {
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === separator) continue;
    const blank = !row.some(Boolean);
    if (!blank || rows.length > 0) rows.push(blank ? [] : row);
    row = [];
  }
  return rows.slice(0, rows.findLastIndex((one) => one.length > 0) + 1);
}

/**
 * Rows as CSV. The byte order mark makes Excel read it as UTF-8. A cell that a spreadsheet would run as a formula gets
 * an apostrophe in front. With semicolons as separators, numbers have a decimal comma.
 */
export function csvTextOf(rows: readonly (readonly (string | number | null)[])[], separator = ','): string {
  const cell = (value: string | number | null): string => {
    const plain = String(value ?? '');
    const text = typeof value === 'number' && separator === ';' ? plain.replace('.', ',') : plain;
    const safe = isFormula(plain) && !/^[-+]?\d+(?:\.\d+)?$/.test(plain) ? `'${text}` : text;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`;
}

const WORKBOOKS = ['PK', 'ÐÏ'];

/** The text of a file in UTF-8, or in the encodings that Excel saves in on Windows and on a Mac. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const read = (encoding: string, fatal = false): string =>
    new TextDecoder(encoding, { fatal }).decode(bytes);
  const mark = new TextDecoder('windows-1252').decode(bytes.slice(0, 2));
  if (WORKBOOKS.includes(mark))
    throw new Error('This is a workbook: save it as CSV in the spreadsheet, and choose that file.');
  const text = textIn(mark, read);
  if (text.includes('\0'))
    throw new Error('This file is not text: save the list as CSV, and choose that file.');
  return text;
}

function textIn(mark: string, read: (encoding: string, fatal?: boolean) => string): string {
  if (mark === 'ÿþ') return read('utf-16le');
  if (mark === 'þÿ') return read('utf-16be');
  try {
    return read('utf-8', true);
  } catch {
    const text = read('windows-1252');
    // Only the Mac format ends lines with CR alone.
    return text.includes('\r') && !text.includes('\n') ? read('macintosh') : text;
  }
}
