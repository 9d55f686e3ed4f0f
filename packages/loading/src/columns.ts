import {
  columnsOf,
  findHeader,
  missingColumns,
  namedPosition,
  plainName,
  surplusColumns,
  wrongWidth,
} from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { DayForms } from './day-forms.ts';
import type { ColumnName } from './mapping-columns.ts';
import {
  type CopyValue,
  type Days,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
  Skipped,
  type StagingColumn,
} from './types.ts';
import { isFigure, isUnlike, UnreadTexts } from './unread.ts';

/** One column of a dataset: its names in the file, how it is read, and its type in staging. */
export interface Column<K extends string, File, Made> {
  /** Type in the staging table. Without one the column is not stored: other columns are derived from it. */
  type?: string;
  /**
   * Names in a file's header, likeliest first. The first one, a plain name, is shown if the column is missing.
   */
  from?: readonly (string | RegExp)[];
  /** True if a file may lack the column. */
  optional?: true;
  /** For a date: which days are accepted, if not those of the general rule. */
  days?: Days;
  /** True if staging has the column and the served table lacks it. */
  staging_only?: true;
  /**
   * Reads the value from the text of the file's column (undefined: the file lacks the column, or the row ends before
   * it). Refuses the row with `row.refuse`, skips it with `row.skip`. Without it the text is cleaned.
   */
  read?(text: string | undefined, row: RowReader<K, File, Made>): CopyValue;
}

/** The row being read. */
export interface RowReader<K extends string, File, Made> {
  /** The layout's information about the whole file. */
  readonly file: File;
  /** The value that `prepare` returned. */
  readonly made: Made;
  /** The raw text of another column; undefined if there is none. */
  raw(column: K): string | undefined;
  /** The cleaned text of another column; null if nothing is left. */
  text(column: K): string | null;
  /** The text at a position of the row, for columns whose names only the file has. */
  fieldAt(position: number): string | undefined;
  /** Refuses the row with a reason, a sentence. Returns null, so that a reader can return it. */
  refuse(reason: string): null;
  /** Skips a row that is not a record or, with a reason, one that the dataset leaves out. */
  skip(reason?: string): null;
  /**
   * Reports a word that is missing from the known code list of the publisher. `as` is the value that it is answered as;
   * without it the value is not known. Returns null, so that a reader can return it.
   */
  unknown(called: string, word: string | null | undefined, as?: string): null;
}

export interface ColumnTable<K extends string, File> {
  /** Columns of the staging table, in the order of COPY. */
  staging: StagingColumn[];
  /** Columns that the served table also has. */
  served: string[];
  /** The plain header names of a column, likeliest first. */
  names(column: K): string[];
  /** Finds the positions of the columns in a header. */
  find(what: string, head: Head, options?: FindOptions): FoundColumns<K> | Refusal;
  /** A layout whose rows are read with this table. */
  layout(layout: LayoutOptions<K, File>): Layout;
  /** One row of staging from texts by column; a sentence if it is refused. */
  rowOf(
    text: (column: K) => string | undefined,
    file: File,
    unread?: Unread,
    days?: Pick<DayForms, 'add'>,
  ): CopyValue[] | string | Skipped;
}

/** Collects the texts that could not be read. */
type Unread = Pick<UnreadTexts, 'add'> & Partial<Pick<UnreadTexts, 'addWord' | 'addBeyond'>>;

export interface FindOptions {
  /** If absent it is found in the first line. */
  delimiter?: string | undefined;
  /** The operator's own names of columns, or their numbers from 1 on; each of them must be present. */
  names?: Partial<Record<string, ColumnName | ColumnName[]>> | undefined;
}

/** Positions of the columns in a file: -1 for a missing one. */
export interface FoundColumns<K extends string> {
  at: Record<K, number>;
  /** For each column that the operator named, the positions of all its names. */
  given: Partial<Record<K, number[]>>;
  /** All columns of the file by plain name. */
  columns: Map<string, number>;
  header: string[];
  width: number;
  dataOffset: number;
  firstLine: number;
  delimiter: string;
}

export interface LayoutOptions<K extends string, File> {
  name: string;
  at: Record<K, number>;
  dataOffset: number;
  firstLine: number;
  delimiter?: string;
  file: File;
  /** Why a row does not fit under its header; null if it does. */
  fits?(fields: string[]): string | null;
  /** Number of columns in the header, for the check that is used if `fits` is absent. */
  width?: number | undefined;
  /** True for an operator's own table: the load then reports every text that could not be read. */
  own?: boolean;
}

/**
 * Columns of positions. Publishers mark an unknown position in other columns or by a number, which is not reported as
 * unread.
 */
const POSITION = /^(easting|northing|latitude|longitude)$/;
const FIGURES_AND_DAYS = /^(smallint|integer|bigint|real|double precision|numeric|date)\b/;

/**
 * The one table of a dataset's columns: staging, header names, mapping and COPY follow from it. `File` is the layout's
 * information about the whole file; `prepare` computes for each row what several columns share, or refuses the row.
 */
export function columnTable<File = undefined, Made = undefined>() {
  return <K extends string>(
    columns: Record<K, Column<NoInfer<K>, File, Made>>,
    prepare?: (row: Omit<RowReader<NoInfer<K>, File, Made>, 'made'>) => Made | null,
  ): ColumnTable<K, File> => {
    const named = Object.entries(columns) as [K, Column<K, File, Made>][];
    const typed = named.filter(([, column]) => column.type !== undefined);
    const staging = typed.map(([name, { type, days }]) => ({ name, type: type!, ...(days ? { days } : {}) }));
    const reads = typed.map(([, column]) => column.read ?? cleanText);
    const served = typed.filter(([, column]) => !column.staging_only).map(([name]) => name);

    /** Fills `row` from a record. Runs `prepare`, then reads the columns in order. */
    function reading(
      at: Record<K, number>,
      file: File,
      unread?: Unread,
      days?: Pick<DayForms, 'add'>,
      own = true,
    ) {
      const reader = new Reader<K, File, Made>(at, file, unread);
      const positions = typed.map(([column]) => at[column] ?? -1);
      // Of a publisher's file only numbers and dates are watched: its text columns may hold words of its own for "no
      // value".
      const watched = typed.flatMap(([name, { type }], i) =>
        positions[i] !== -1 && (own || FIGURES_AND_DAYS.test(type!))
          ? [{ i, name, type: type!, position: positions[i]! }]
          : [],
      );
      const dated = positions.filter((position, i) => position !== -1 && staging[i]!.type.startsWith('date'));
      return (fields: (string | undefined)[], row: CopyValue[]): MapOutcome => {
        reader.fields = fields;
        reader.outcome = null;
        if (days) for (const position of dated) days.add(fields[position]);
        if (prepare) {
          reader.made = prepare(reader) as Made;
          if (reader.outcome !== null) return reader.outcome;
        }
        for (let i = 0; i < positions.length; i++) {
          const position = positions[i]!;
          row[i] = reads[i]!(position === -1 ? undefined : fields[position], reader);
          if (reader.outcome !== null) return reader.outcome;
        }
        if (unread)
          for (const { i, name, type, position } of watched) {
            if (row[i] !== null) continue;
            if (own || isUnlike(type, fields[position])) unread.add(name, fields[position]);
            else if (!POSITION.test(name) && isFigure(fields[position])) unread.addBeyond?.(name);
          }
        return null;
      };
    }

    return {
      staging,
      served,
      names: (name) => (columns[name].from ?? []).filter((called) => typeof called === 'string'),
      find: (what, head, options) => find(named, what, head, options),
      layout: ({ name, at, dataOffset, firstLine, delimiter, file, fits, width, own }) => {
        const unread = new UnreadTexts();
        const days = new DayForms();
        const read = reading(at, file, unread, days, own ?? false);
        // The programs with which operators write tables leave out blank columns at the end of a row.
        const check = own ? surplusColumns : wrongWidth;
        const wrong = fits ?? (width === undefined ? null : (f: string[]) => check(f, width));
        const map = wrong ? (fields: string[], row: CopyValue[]) => wrong(fields) ?? read(fields, row) : read;
        return {
          name,
          dataOffset,
          firstLine,
          map,
          days,
          ...(delimiter ? { delimiter } : {}),
          unread,
        };
      },
      rowOf: (text, file, unread, days) => {
        const at = Object.fromEntries(named.map(([name], i) => [name, i])) as Record<K, number>;
        const row: CopyValue[] = [];
        const texts = named.map(([name]) => text(name));
        return reading(at, file, unread, days)(texts, row) ?? row;
      },
    };
  };
}

/** A check for files whose rows all have `width` columns, and nothing but blank columns after them. */
export function exactWidth(width: number): (fields: string[]) => string | null {
  return (fields) =>
    fields.length < width || wrongWidth(fields, width) !== null
      ? `The row has ${fields.length} columns, not ${width}.`
      : null;
}

/**
 * Finds the header of a file, above which titles or notes may stand, and its columns by any of their names, in any
 * order.
 */
function find<K extends string, File, Made>(
  columns: [K, Column<K, File, Made>][],
  what: string,
  head: Head,
  { delimiter: given_delimiter, names: given = {} }: FindOptions = {},
): FoundColumns<K> | Refusal {
  const wanted = columns.map(([name, { from, optional }]) => {
    const named = given[name] === undefined ? null : [given[name]].flat();
    return { name, named, from: from ?? [], required: named === null && from !== undefined && !optional };
  });
  const lacking = (fields: string[]): string[] => {
    const names = columnsOf(fields);
    return wanted.flatMap(({ named, from, required }) => {
      if (named) return named.filter((one) => givenPosition(fields, one) === -1).map(String);
      return required && positionOf(names, from) === -1 ? [String(from[0])] : [];
    });
  };
  const found = findHeader(head.text, lacking, given_delimiter);
  if ('missing' in found) return missingColumns(what, found.missing, head.text);
  const { record, delimiter } = found;
  const names = columnsOf(record.fields);
  const at = {} as Record<K, number>;
  const positions: Partial<Record<K, number[]>> = {};
  for (const { name, named, from } of wanted) {
    if (named) positions[name] = named.map((one) => givenPosition(record.fields, one));
    at[name] = positions[name]?.[0] ?? positionOf(names, from);
  }
  return {
    at,
    given: positions,
    columns: names,
    header: record.fields,
    width: record.fields.length,
    dataOffset: record.end,
    firstLine: record.nextLine,
    delimiter,
  };
}

function positionOf(columns: Map<string, number>, names: readonly (string | RegExp)[]): number {
  for (const name of names) {
    if (typeof name === 'string') {
      const position = columns.get(plainName(name));
      if (position !== undefined) return position;
    } else {
      for (const [plain, position] of columns) if (name.test(plain)) return position;
    }
  }
  return -1;
}

/** The position of a column that the operator names, or numbers from 1 on. */
function givenPosition(header: readonly string[], given: ColumnName): number {
  if (typeof given === 'string') return namedPosition(header, given);
  return given <= header.length ? given - 1 : -1;
}

/** Reads the fields of a record by position. One reader serves all rows of a file. */
class Reader<K extends string, File, Made> implements RowReader<K, File, Made> {
  readonly file: File;
  made: Made = undefined as Made;
  fields: (string | undefined)[] = [];
  /** Why the row is refused or skipped; null while it is good. */
  outcome: MapOutcome = null;
  readonly #at: Record<K, number>;
  readonly #unread: Unread | undefined;
  constructor(at: Record<K, number>, file: File, unread: Unread | undefined) {
    this.#at = at;
    this.file = file;
    this.#unread = unread;
  }
  raw(column: K): string | undefined {
    const position = this.#at[column];
    return position === -1 ? undefined : this.fields[position];
  }
  text(column: K): string | null {
    return cleanText(this.raw(column));
  }
  fieldAt(position: number): string | undefined {
    return this.fields[position];
  }
  refuse(reason: string): null {
    this.outcome ??= reason;
    return null;
  }
  skip(reason?: string): null {
    this.outcome ??= reason === undefined ? SKIP : new Skipped(reason);
    return null;
  }
  unknown(called: string, word: string | null | undefined, as?: string): null {
    this.#unread?.addWord?.(called, word, as);
    return null;
  }
}
