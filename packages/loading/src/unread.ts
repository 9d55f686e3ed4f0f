import { count, counted } from '@domesday/files/counted';
import type { Check } from '@domesday/files/types';
import { anyDate, beginningOf, cleanText, numberOf } from '@domesday/files/values';

/** Texts with which a table says that it has no value. */
const NO_VALUE =
  /^(n\/?a|n\.a\.|nil|null|none|nan|unknown|blank|tbc|tba|not (known|applicable|available|stated|given|recorded|specified)|[-–—.?*]+)$/i;
/** Of bedrooms, where it is not those of a studio. */
const NO_BEDROOMS = /^0+$/;
const LONGEST_FORM = 40;
/**
 * Marks of publishers for a figure that there is none of or that they withhold, such as `[c]`, `~`, `SUPP` and `NO
 * DATA!`.
 */
const MARK = /^(\[.*\]|[a-z:~#]|supp(ressed)?|no ?data!?|invalid!?)$/i;
/** Words of a code list that one warning names. */
const MOST_WORDS = 8;
const MOST_KEPT = 100;

/** `99,9` of 85,5 and `9 aaaa` of 3 beds: a text in a wrong column may be a person's name, and checks are recorded. */
const formOf = (text: string): string =>
  beginningOf(text, LONGEST_FORM).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

/** Whether a text of a column of this type is neither a number, or day, nor a mark for none. */
export function isUnlike(type: string, text: string | undefined): boolean {
  const told = text?.trim();
  if (!told || MARK.test(told)) return false;
  return type.startsWith('date') ? anyDate(told) === null : numberOf(told) === null;
}

/** Whether a text is a number, and not 0 or -1, with which tables say that there is none. */
export function isFigure(text: string | undefined): boolean {
  const figure = numberOf(text?.trim());
  return figure !== null && figure !== 0 && figure !== -1;
}

/**
 * Texts of an operator's own table that say something and could not be read. Their rows are loaded without the value,
 * and the load says of which columns and how many. Of publishers' tables it does so for figures and days, and
 * for the words of a code list, which it names.
 */
export class UnreadTexts {
  readonly #found = new Map<string, { rows: number; form: string }>();
  /** By column, the words of a code list that are not known, with the rows that have them. */
  readonly #words = new Map<string, Map<string, number>>();
  /** What the words of a column that must have a value are answered as. */
  readonly #as = new Map<string, string>();
  /** By column, the rows whose number is none that the column can have. */
  readonly #beyond = new Map<string, number>();

  add(column: string, text: string | null | undefined): void {
    const told = cleanText(text ?? undefined);
    if (told === null || NO_VALUE.test(told) || (column === 'bedrooms' && NO_BEDROOMS.test(told))) return;
    this.#count(column, 1, formOf(told));
  }

  /**
   * A word of a publisher's code list that is not known, and what it is answered as, if not as not known. Not for
   * columns that may hold texts of persons.
   */
  addWord(column: string, text: string | null | undefined, as?: string): void {
    if (as !== undefined) this.#as.set(column, as);
    const word = beginningOf(cleanText(text ?? undefined) ?? '', LONGEST_FORM);
    if (word && !NO_VALUE.test(word) && !MARK.test(word)) this.#countWord(column, word, 1);
  }

  /** A number that a publisher's column cannot have, such as a share above 100 per cent. */
  addBeyond(column: string, rows = 1): void {
    this.#beyond.set(column, (this.#beyond.get(column) ?? 0) + rows);
  }

  #countWord(column: string, word: string, rows: number): void {
    const words = this.#words.get(column) ?? new Map<string, number>();
    this.#words.set(column, words);
    if (words.has(word) || words.size < MOST_KEPT) words.set(word, (words.get(word) ?? 0) + rows);
  }

  /** Adds those of another file. */
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

  /** What was not read, for the checks of the load. */
  checks(): Check[] {
    const texts = [...this.#found].map(([column, { rows, form }]) => ({
      name: `unread.${column}`,
      status: 'warn' as const,
      detail: `${column} is left out of ${counted(rows, 'row')}, whose text was not understood, such as one of the form "${form}".`,
    }));
    const words = [...this.#words].map(([column, found]) => ({
      name: `unknown_words.${column}`,
      status: 'warn' as const,
      detail: `Words of ${column} are not known here and are answered as ${this.#as.get(column) ?? 'not known'}: ${shownWords(found)}.`,
    }));
    const beyond = [...this.#beyond].map(([column, rows]) => ({
      name: `beyond.${column}`,
      status: 'warn' as const,
      detail: `${column} is left out of ${counted(rows, 'row')}, whose number it cannot be, such as a share above 100 per cent.`,
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
