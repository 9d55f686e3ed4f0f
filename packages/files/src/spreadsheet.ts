import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Entry as ZipEntry } from 'yauzl';
import { columnOf, csvField, dayOf, numberText } from './cells.ts';
import { LoadError, withoutStop } from './errors.ts';

/** One sheet of a workbook as CSV, so that it is read like any other table. */
export interface Sheet {
  name: string;
  /** True if the workbook hides the sheet: it is of an earlier year, or the source of calculations. */
  hidden: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

type Open = (entry: ZipEntry) => Promise<AsyncIterable<Uint8Array>>;

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** Limit on the shared texts of a workbook, which are held in memory. */
const MOST_TEXT = 256 * 1024 * 1024;
const MOST_CELL = 16 * 1024 * 1024;
const CHUNK_CHARS = 64 * 1024;

/** Whether the files of a zip are the parts of an .xlsx or .ods workbook. */
export function isWorkbook(names: Set<string>): boolean {
  return names.has('xl/workbook.xml') || (names.has('content.xml') && names.has('mimetype'));
}

/**
 * The sheets of a workbook in order, streamed: Office Open XML (ECMA-376 part 1, chapter 18) or OpenDocument (part 3,
 * chapter 9). Dates become YYYY-MM-DD, numbers are as stored, formulas give their last result, or nothing if that is an
 * error. Blank rows are kept, so that line numbers are those of the sheet.
 */
export async function* sheetsOf(entries: ZipEntry[], open: Open, file: string): AsyncGenerator<Sheet> {
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]));
  const part = async (name: string) => {
    const entry = byName.get(name);
    return entry ? open(entry) : null;
  };
  if (byName.has('xl/workbook.xml')) yield* officeSheets(part, file);
  else yield* openDocumentSheets(part, file);
}

type Part = (name: string) => Promise<AsyncIterable<Uint8Array> | null>;

async function* officeSheets(part: Part, file: string): AsyncGenerator<Sheet> {
  const book = await readBook(part, file);
  const strings = await readStrings(part, file);
  const dates = await readDateStyles(part, file);
  for (const { name, hidden, path } of book.sheets) {
    const bytes = await part(path);
    // A chart sheet has no cells.
    if (bytes && path.includes('worksheets')) {
      yield {
        name,
        hidden,
        bytes: sheetCsv(bytes, file, officeRows({ strings, dates, since1904: book.since1904 })),
      };
    }
  }
}

async function readBook(
  part: Part,
  file: string,
): Promise<{ sheets: { name: string; hidden: boolean; path: string }[]; since1904: boolean }> {
  const targets = new Map<string, string>();
  await walk(await part('xl/_rels/workbook.xml.rels'), file, (tag) => {
    if (local(tag) === 'Relationship') targets.set(tag.attributes.Id!, tag.attributes.Target!);
  });
  const sheets: { name: string; hidden: boolean; path: string }[] = [];
  let since1904 = false;
  await walk(await part('xl/workbook.xml'), file, (tag) => {
    if (local(tag) === 'workbookPr') since1904 = /^(1|true)$/.test(tag.attributes.date1904 ?? '');
    if (local(tag) !== 'sheet') return;
    const target = targets.get(tag.attributes['r:id'] ?? '') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    sheets.push({
      name: tag.attributes.name ?? '',
      hidden: /hidden$/i.test(tag.attributes.state ?? ''),
      path,
    });
  });
  return { sheets, since1904 };
}

async function readStrings(part: Part, file: string): Promise<string[]> {
  const strings: string[] = [];
  let held_bytes = 0;
  let text = '';
  let phonetic = false;
  await walk(
    await part('xl/sharedStrings.xml'),
    file,
    (tag) => {
      if (local(tag) === 'si') text = '';
      if (local(tag) === 'rPh') phonetic = true;
    },
    (tag, inner) => {
      if (local(tag) === 't' && !phonetic) text += inner;
      if (local(tag) === 'rPh') phonetic = false;
      if (local(tag) === 'si') {
        strings.push(text);
        held_bytes += text.length + 16;
        if (held_bytes > MOST_TEXT)
          throw new LoadError('archive', `${file} holds more than ${MOST_TEXT} characters of text.`);
      }
    },
  );
  return strings;
}

/**
 * Which cell styles show a date: built-in formats 14 to 17 and 22, or a custom format with day, month, year.
 */
async function readDateStyles(part: Part, file: string): Promise<boolean[]> {
  const own = new Map<string, boolean>();
  const dates: boolean[] = [];
  let inCells = false;
  await walk(
    await part('xl/styles.xml'),
    file,
    (tag) => {
      const { numFmtId, formatCode } = tag.attributes;
      if (local(tag) === 'numFmt') {
        const bare = formatCode!.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '');
        own.set(numFmtId!, /[dy]/i.test(bare));
      }
      if (local(tag) === 'cellXfs') inCells = true;
      if (local(tag) === 'xf' && inCells) {
        const built_in = ['14', '15', '16', '17', '22'].includes(numFmtId ?? '');
        dates.push(own.get(numFmtId ?? '') ?? built_in);
      }
    },
    (tag) => {
      if (local(tag) === 'cellXfs') inCells = false;
    },
  );
  return dates;
}

/**
 * Turns the tags of one sheet into rows. `row` is the number of the row in the sheet, since blank rows may be omitted.
 */
interface RowReader {
  open(tag: SaxesTagPlain): void;
  close(tag: SaxesTagPlain, inner: string): { row: number; cells: string[]; repeat: number } | null;
}

interface Book {
  strings: string[];
  dates: boolean[];
  since1904: boolean;
}

function officeText(kind: string, value: string, style: number, book: Book): string {
  if (kind === 's') return book.strings[Number(value)] ?? '';
  if (kind === 'e') return '';
  if (kind === 'd') return value.slice(0, 10);
  if (kind !== 'n') return value;
  return book.dates[style] ? dayOf(value, book.since1904) : numberText(value);
}

function officeRows(book: Book): RowReader {
  let row = 0;
  let column = 0;
  let cells: string[] = [];
  let kind = '';
  let style = -1;
  let value = '';
  return {
    open(tag) {
      switch (local(tag)) {
        case 'row':
          row = tag.attributes.r ? Number(tag.attributes.r) : row + 1;
          cells = [];
          column = 0;
          break;
        case 'c':
          column = tag.attributes.r ? columnOf(tag.attributes.r) : column + 1;
          kind = tag.attributes.t ?? 'n';
          style = Number(tag.attributes.s ?? -1);
          value = '';
          break;
      }
    },
    close(tag, inner) {
      switch (local(tag)) {
        case 'v':
          value = inner;
          return null;
        case 't':
          value += inner;
          return null;
        case 'c': {
          const text = officeText(kind, value, style, book);
          if (text !== '' && column <= MOST_COLUMNS) put(cells, column, text);
          return null;
        }
        case 'row':
          return { row, cells, repeat: 1 };
        default:
          return null;
      }
    },
  };
}

async function* openDocumentSheets(part: Part, file: string): AsyncGenerator<Sheet> {
  const sheets: { name: string; hidden: boolean }[] = [];
  const hiding = new Set<string>();
  let style = '';
  await walk(await part('content.xml'), file, (tag) => {
    if (local(tag) === 'style') style = tag.attributes['style:name'] ?? '';
    if (tag.attributes['table:display'] === 'false' && local(tag) === 'table-properties') hiding.add(style);
    if (local(tag) !== 'table') return;
    const hidden = hiding.has(tag.attributes['table:style-name'] ?? '');
    sheets.push({ name: tag.attributes['table:name'] ?? '', hidden });
  });
  for (const [i, { name, hidden }] of sheets.entries()) {
    yield { name, hidden, bytes: sheetCsv((await part('content.xml'))!, file, openDocumentRows(i)) };
  }
}

/** The value of a cell that is a number, a date or an error; null if the cell's text counts. */
function openDocumentValue(of: Record<string, string>): string | null {
  if (of['calcext:value-type'] === 'error') return '';
  const number = of['office:value'];
  return of['office:date-value']?.slice(0, 10) ?? (number === undefined ? null : numberText(number));
}

function openDocumentRows(wanted: number): RowReader {
  let table = -1;
  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let value: string | null = null;
  let paragraphs: string[] = [];
  let annotation = 0;
  const repeated = (tag: SaxesTagPlain, what: string) =>
    Math.max(1, Math.trunc(Number(tag.attributes[`table:number-${what}-repeated`] ?? 1)) || 1);
  return {
    open(tag) {
      switch (local(tag)) {
        case 'table':
          table++;
          break;
        case 'table-row':
          cells = [];
          column = 0;
          break;
        case 'table-cell':
        case 'covered-table-cell':
          value = openDocumentValue(tag.attributes);
          paragraphs = [];
          break;
        case 'annotation':
          annotation++;
          break;
      }
    },
    close(tag, inner) {
      if (local(tag) === 'annotation') annotation--;
      if (table !== wanted) return null;
      switch (local(tag)) {
        case 'p':
          if (annotation === 0) paragraphs.push(inner);
          return null;
        case 'table-cell':
        case 'covered-table-cell': {
          const text = value ?? paragraphs.join('\n');
          const times = repeated(tag, 'columns');
          // In OpenDocument, blank cells are repeated to the edge of the sheet.
          const last = Math.min(column + times, MOST_COLUMNS);
          if (text !== '') for (let at = column + 1; at <= last; at++) put(cells, at, text);
          column += times;
          if (column > MOST_COLUMNS) column = MOST_COLUMNS;
          return null;
        }
        case 'table-row': {
          const times = repeated(tag, 'rows');
          const first = row + 1;
          row += times;
          return cells.length === 0 ? null : { row: first, cells, repeat: Math.min(times, 1000) };
        }
        default:
          return null;
      }
    },
  };
}

async function* sheetCsv(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  reader: RowReader,
): AsyncGenerator<Uint8Array> {
  let csv = '';
  let written = 0;
  let width = 0;
  const parsing = xml(file, reader.open, (tag, inner) => {
    const ready = reader.close(tag, inner);
    if (!ready || ready.cells.length === 0) return;
    if (ready.row > MOST_ROWS) throw new LoadError('archive', `${file} has a sheet of too many rows.`);
    if (ready.row - 1 > written) csv += '\n'.repeat(ready.row - 1 - written);
    // A sheet does not store blank cells at the end of a row, but its CSV must have them.
    width = Math.max(width, ready.cells.length);
    if (ready.cells.length < width) put(ready.cells, width, '');
    for (let i = 0; i < ready.repeat; i++) csv += `${ready.cells.map(csvField).join(',')}\n`;
    written = Math.max(written, ready.row - 1) + ready.repeat;
  });
  for await (const chunk of bytes) {
    parsing.write(chunk);
    if (csv.length >= CHUNK_CHARS) {
      yield Buffer.from(csv);
      csv = '';
    }
  }
  parsing.end();
  if (csv !== '') yield Buffer.from(csv);
}

type OnOpen = (tag: SaxesTagPlain) => void;
type OnClose = (tag: SaxesTagPlain, inner: string) => void;

async function walk(
  bytes: AsyncIterable<Uint8Array> | null,
  file: string,
  onOpen: OnOpen,
  onClose: OnClose = () => {},
): Promise<void> {
  if (!bytes) return;
  const parsing = xml(file, onOpen, onClose);
  for await (const chunk of bytes) parsing.write(chunk);
  parsing.end();
}

/** An XML parser that passes each closing tag the text inside it. */
function xml(
  file: string,
  onOpen: OnOpen,
  onClose: OnClose,
): { write(chunk: Uint8Array): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false });
  const decoder = new TextDecoder();
  let text = '';
  let holding = 0;
  const starts: number[] = [];
  parser.on('error', (error) => {
    throw new LoadError('archive', `${file} is not a readable workbook: ${withoutStop(error.message)}.`);
  });
  parser.on('opentag', (tag) => {
    starts.push(text.length);
    if (HOLDERS.has(local(tag))) holding++;
    onOpen(tag);
  });
  parser.on('text', (piece) => {
    if (holding > 0) text += piece;
    if (text.length > MOST_CELL)
      throw new LoadError('archive', `${file} has a row of more than ${MOST_CELL} characters.`);
  });
  parser.on('closetag', (tag) => {
    const start = starts.pop()!;
    const inner = text.slice(start);
    onClose(tag, inner);
    // A cell's text is read at its closing tag; the enclosing tags need no text.
    if (HOLDERS.has(local(tag))) {
      holding--;
      text = text.slice(0, start);
    }
  });
  return {
    write: (chunk) => void parser.write(decoder.decode(chunk, { stream: true })),
    end: () => void parser.write(decoder.decode()).close(),
  };
}

const HOLDERS = new Set([
  'v',
  't',
  'f',
  'c',
  'row',
  'si',
  'p',
  'table-cell',
  'covered-table-cell',
  'table-row',
]);

function local(tag: SaxesTagPlain): string {
  const colon = tag.name.indexOf(':');
  return colon === -1 ? tag.name : tag.name.slice(colon + 1);
}

function put(cells: string[], column: number, text: string): void {
  while (cells.length < column - 1) cells.push('');
  cells[column - 1] = text;
}
