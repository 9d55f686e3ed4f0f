import { counted } from '@domesday/files/counted';
import type { Check, CopyValue, StagingColumn } from './types.ts';

/** The oldest day that is accepted: registers date some listed buildings and trees by it, and none before it. */
const EARLIEST = '1600-01-01';
const LAST = '9999-12-31';
export const DAY_MS = 86_400_000;
/** How far ahead a day may lie: publisher and loader may be in different time zones. */
const TOMORROW_DAYS = 1;

/** Whether a record can have this ISO day: not before 1600, and not more than `ahead` days in the future. */
export function canBe(day: string, ahead = TOMORROW_DAYS): boolean {
  // As text, a year of five digits would compare as earlier than one of four.
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
 * Finds impossible days, such as 3017-03-02, in the rows of a load. A row whose own date is impossible is refused. In
 * other columns the day is set to null, and the load reports in how many rows.
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

  /** Sets impossible days of the row to null. Returns a sentence if the row is refused for one. */
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

  /** Warnings about the days that were set to null. */
  checks(): Check[] {
    return [...this.#emptied].map(([name, { rows, example }]) => ({
      name: `impossible_days.${name}`,
      status: 'warn' as const,
      detail: `${name} is not stored for ${counted(rows, 'row')}, because the date is impossible, such as ${example}.`,
    }));
  }
}
