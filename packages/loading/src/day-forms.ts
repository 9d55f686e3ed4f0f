import { LoadError } from '@domesday/files/errors';

const SLASHED = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;
/** A tenth as many days with the month first as with the day first are no slips of a hand. */
const NO_SLIPS = 0.1;

/**
 * In which order the days of a file stand. 02/05/2024 is read as 2 May: beside 02/28/2024 it may be 5 February, and
 * nothing in the row shows which.
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

  /** Throws where days of the file may be of either month. */
  assertCertain(file: string): void {
    if (this.#open === 0 || this.#month_first <= this.#day_first * NO_SLIPS) return;
    throw new LoadError(
      'refused',
      `${file} writes days with the month first, such as ${this.#example}, so that ${this.#openExample} may be of either month. Write days as 2024-02-28 or 28/02/2024.`,
    );
  }
}
