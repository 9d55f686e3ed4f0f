import { counted } from '@domesday/files/counted';
import type { Check } from '@domesday/files/types';
import { cleanText } from '@domesday/files/values';

/** Texts with which a table says that it has no value. */
const NO_VALUE =
  /^(n\/?a|n\.a\.|nil|null|none|nan|unknown|blank|tbc|tba|not (known|applicable|available|stated|given|recorded|specified)|[-–—.?*]+)$/i;
/** Of bedrooms, where it is not those of a studio. */
const NO_BEDROOMS = /^0+$/;
const LONGEST_FORM = 40;

/** `99,9` of 85,5 and `9 aaaa` of 3 beds: a text in a wrong column may be a person's name, and checks are recorded. */
const formOf = (text: string): string =>
  text.slice(0, LONGEST_FORM).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');

/**
 * Texts of an operator's own table that say something and could not be read. Their rows are loaded without the value,
 * and the load says of which columns and how many.
 */
export class UnreadTexts {
  readonly #found = new Map<string, { rows: number; form: string }>();

  add(column: string, text: string | null | undefined): void {
    const told = cleanText(text ?? undefined);
    if (told === null || NO_VALUE.test(told) || (column === 'bedrooms' && NO_BEDROOMS.test(told))) return;
    this.#count(column, 1, formOf(told));
  }

  /** Adds those of another file. */
  addAll(others: UnreadTexts): void {
    for (const [column, { rows, form }] of others.#found) this.#count(column, rows, form);
  }

  #count(column: string, rows: number, form: string): void {
    const found = this.#found.get(column);
    if (found) found.rows += rows;
    else this.#found.set(column, { rows, form });
  }

  /** What was not read, for the checks of the load. */
  checks(): Check[] {
    return [...this.#found].map(([column, { rows, form }]) => ({
      name: `unread.${column}`,
      status: 'warn' as const,
      detail: `${column} is left out of ${counted(rows, 'row')}, whose text was not understood, such as one of the form "${form}".`,
    }));
  }
}
