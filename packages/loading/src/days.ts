import { counted } from '@domesday/files/counted';
import type { Check, CopyValue, StagingColumn } from './types.ts';

/**
 * The oldest day that a register loaded here can bear: some listed buildings and trees are dated by it, none before.
 */
const EARLIEST = '1600-01-01';
const LAST = '9999-12-31';
export const DAY_MS = 86_400_000;
/** Publisher and loader may stand in different time zones. */
const TOMORROW_DAYS = 1;

/** Whether a record can bear this day, ISO: not before 1600, and not more than `ahead` days ahead. */
export function canBe(day: string, ahead = TOMORROW_DAYS): boolean {
  // Years of five digits would sort before those of four.
  return day.length === 10 && day >= EARLIEST && day <= latest(ahead, new Date());
}

function latest(ahead: number, today: Date): string {
  return isoDay(new Date(today.getTime() + ahead * DAY_MS));
}

/** A day in UTC, ISO. */
export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

interface DayColumn {
  at: number;
  name: string;
  latest: string;
  refuses: boolean;
}

/**
 * Finds days that cannot be, such as 3017-03-02, in the rows of a load. A row that is dated by one is refused; any
 * other loses the day and stays, and the load says how many did.
 */
export class DayCheck {
  readonly #columns: DayColumn[];
  readonly #emptied = new Map<string, { rows: number; example: string }>();

  /** `dateColumn` is the column that the rows are dated by. Without `today` no day is too late. */
  constructor(
    { staging, dateColumn }: { staging: readonly StagingColumn[]; dateColumn?: string },
    today: Date | null,
  ) {
    this.#columns = staging.flatMap(({ name, type, days }, at) => {
      if (!type.startsWith('date') || days === 'as_published') return [];
      const refuses = days?.refuses ?? (type.endsWith('not null') || name === dateColumn);
      return [
        { at, name, latest: today === null ? LAST : latest(days?.ahead ?? TOMORROW_DAYS, today), refuses },
      ];
    });
  }

  /** Empties days of the row that cannot be; a sentence where the row is refused for one. */
  read(row: CopyValue[]): string | null {
    for (const { at, name, latest, refuses } of this.#columns) {
      const day = row[at];
      if (typeof day !== 'string' || (day >= EARLIEST && day <= latest && day.length === 10)) continue;
      if (refuses) return `${name} cannot be "${day}".`;
      const found = this.#emptied.get(name);
      if (found) found.rows++;
      else this.#emptied.set(name, { rows: 1, example: day });
      row[at] = null;
    }
    return null;
  }

  /** What was emptied, for the checks of the load. */
  checks(): Check[] {
    return [...this.#emptied].map(([name, { rows, example }]) => ({
      name: `impossible_days.${name}`,
      status: 'warn' as const,
      detail: `${name} is left out of ${counted(rows, 'row')}, where it cannot be right, such as ${example}.`,
    }));
  }
}
