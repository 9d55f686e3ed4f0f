import { count, counted } from '@domesday/files/counted';
import type { Check } from '@domesday/files/types';
import { anyDate, beginningOf, cleanText, numberOf } from '@domesday/files/values';

/** Texts that mean "no value" in a table. */
const NO_VALUE =
  /^(n\/?a|n\.a\.|nil|null|none|nan|unknown|blank|tbc|tba|not (known|applicable|available|stated|given|recorded|specified)|[-–—.?*]+)$/i;
/** In a column of bedrooms: 0 means "not known", except for studios, which are read before. */
const NO_BEDROOMS = /^0+$/;
const LONGEST_FORM = 40;
/** Publishers' marks for figures that do not exist or are withheld, such as `[c]`, `~`, `SUPP` and `NO DATA!`. */
const MARK = /^(\[.*\]|[a-z:~#]|supp(ressed)?|no ?data!?|invalid!?)$/i;
/** The most words that one warning names. */
const MOST_WORDS = 8;
const MOST_KEPT = 100;

/**
 * The form of a text: `99,9` for 85,5 and `9 aaaa` for 3 beds. The text itself is not shown, since a text in a wrong
 * column may be a person's name, and checks are stored.
 */
const formOf = (text: string): string =>
  beginningOf(text, LONGEST_FORM).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

/** Whether a text in a column of this type is neither a readable number or day nor a mark for "no value". */
export function isUnlike(type: string, text: string | undefined): boolean {
  const trimmed = text?.trim();
  if (!trimmed || MARK.test(trimmed)) return false;
  return type.startsWith('date') ? anyDate(trimmed) === null : numberOf(trimmed) === null;
}

/** Whether a text is a number other than 0 and -1, which mean "no value" in some tables. */
export function isFigure(text: string | undefined): boolean {
  const figure = numberOf(text?.trim());
  return figure !== null && figure !== 0 && figure !== -1;
}

/**
 * Collects texts that could not be read. Their rows are loaded without the value, and the load reports how many in
 * which column. For an operator's own table this covers all columns; for a publisher's table, numbers, dates and the
 * unknown words of code lists, which are named.
 */
export class UnreadTexts {
  readonly #found = new Map<string, { rows: number; form: string }>();
  /** By column, the unknown words of a code list, with the number of rows that have them. */
  readonly #words = new Map<string, Map<string, number>>();
  /** By column, the value that unknown words are answered as, if the column must have a value. */
  readonly #as = new Map<string, string>();
  /** By column, the number of rows with a number that the column cannot have. */
  readonly #beyond = new Map<string, number>();

  add(column: string, text: string | null | undefined): void {
    const cleaned = cleanText(text ?? undefined);
    if (cleaned === null || NO_VALUE.test(cleaned) || (column === 'bedrooms' && NO_BEDROOMS.test(cleaned)))
      return;
    this.#count(column, 1, formOf(cleaned));
  }

  /**
   * Adds an unknown word of a publisher's code list, with the value that it is answered as, if any. Must not be used
   * for columns that may hold personal data.
   */
  addWord(column: string, text: string | null | undefined, as?: string): void {
    if (as !== undefined) this.#as.set(column, as);
    const word = beginningOf(cleanText(text ?? undefined) ?? '', LONGEST_FORM);
    if (word && !NO_VALUE.test(word) && !MARK.test(word)) this.#countWord(column, word, 1);
  }

  /** Counts a number that a publisher's column cannot have, such as a share above 100 per cent. */
  addBeyond(column: string, rows = 1): void {
    this.#beyond.set(column, (this.#beyond.get(column) ?? 0) + rows);
  }

  #countWord(column: string, word: string, rows: number): void {
    const words = this.#words.get(column) ?? new Map<string, number>();
    this.#words.set(column, words);
    if (words.has(word) || words.size < MOST_KEPT) words.set(word, (words.get(word) ?? 0) + rows);
  }

  /** Adds all texts and words collected from another file. */
  addAll(others: UnreadTexts): void {
    for (const [column, words] of others.#words)
      for (const [word, rows] of words) this.#countWord(column, word, rows);
    for (const [column, as] of others.#as) this.#as.set(column, as);
    for (const [column, rows] of others.#beyond) this.addBeyond(column, rows);
    for (const [column, { rows, form }] of others.#found) this.#count(column, rows, form);
  }

  #count(column: string, rows: number, form: string): void {
    const found = this.#found.get(column);
    if (found) found.rows += rows;
    else this.#found.set(column, { rows, form });
  }

  /** Warnings about what could not be read. */
  checks(): Check[] {
    const texts = [...this.#found].map(([column, { rows, form }]) => ({
      name: `unread.${column}`,
      status: 'warn' as const,
      detail: `${column} is not stored for ${counted(rows, 'row')}, because the text was not understood, such as one of the form "${form}".`,
    }));
    const words = [...this.#words].map(([column, found]) => ({
      name: `unknown_words.${column}`,
      status: 'warn' as const,
      detail: `Words of ${column} are not known here and are answered as ${this.#as.get(column) ?? 'not known'}: ${shownWords(found)}.`,
    }));
    const beyond = [...this.#beyond].map(([column, rows]) => ({
      name: `beyond.${column}`,
      status: 'warn' as const,
      detail: `${column} is not stored for ${counted(rows, 'row')}, because the number is impossible, such as a share above 100 per cent.`,
    }));
    return [...texts, ...words, ...beyond];
  }
}

/** The most frequent words, each with its rows. */
function shownWords(found: ReadonlyMap<string, number>): string {
  const words = [...found].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const named = words.slice(0, MOST_WORDS).map(([word, rows]) => `"${word}" (${count(rows)})`);
  return `${named.join(', ')}${words.length > MOST_WORDS ? ` and ${words.length - MOST_WORDS} more` : ''}`;
}
