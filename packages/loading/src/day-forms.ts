import { LoadError } from '@domesday/files/errors';

const SLASHED = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;
/** Days with the month first are taken for typing errors up to this share of the days with the day first. */
const MOST_SLIPS_SHARE = 0.1;

/**
 * Finds out whether a file writes the day or the month first. 02/05/2024 is read as 2 May, but in a file with
 * 02/28/2024 it may be 5 February, and nothing in the row shows which.
 */
export class DayForms {
  #day_first = 0;
  #month_first = 0;
  #open = 0;
  #example = '';
  #openExample = '';

  add(text: string | undefined): void {
    // 2024-02-28, as most files write days.
    if (text === undefined || text[4] === '-') return;
    const [day, first, second] = SLASHED.exec(text) ?? [];
    if (day === undefined || first === second) return;
    if (Number(second) > 12) {
      this.#month_first++;
      this.#example = day.trim();
    } else if (Number(first) > 12) this.#day_first++;
    else {
      this.#open++;
      this.#openExample = day.trim();
    }
  }

  /** Throws if the file writes the month first and has days that can be read both ways. */
  assertCertain(file: string): void {
    if (this.#open === 0 || this.#month_first <= this.#day_first * MOST_SLIPS_SHARE) return;
    throw new LoadError(
      'refused',
      `${file} writes days with the month first, such as ${this.#example}, so that ${this.#openExample} may be of either month. Write days as 2024-02-28 or 28/02/2024.`,
    );
  }
}
