const SEPARATORS = ['\t', ';', ','];

/** Rows of a table as spreadsheets save it: with tabs, semicolons or commas. Blank lines are left out. */
export function rowsOf(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const [first = ''] = body.trimStart().split(/[\r\n]/, 1);
  const number = (separator: string): number => first.split(separator).length;
  const separator = SEPARATORS.reduce((best, one) => (number(one) > number(best) ? one : best));
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    'gy',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of body.matchAll(cell)) {
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === separator) continue;
    if (row.some(Boolean)) rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Rows as CSV. The mark at the beginning has Excel read it as UTF-8. What a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export function csvTextOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null): string => {
    const text = String(value ?? '');
    const safe = /^[=+\-@\t\r]/.test(text) && !/^[-+]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** The text of a file in UTF-8, or in the encoding that Excel saves a plain CSV in. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder('windows-1252').decode(bytes.slice(0, 2));
  if (text === 'PK')
    throw new Error('This is a workbook: save it as CSV in the spreadsheet, and choose that file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(text === 'ÿþ' ? 'utf-16le' : 'windows-1252').decode(bytes);
  }
}
