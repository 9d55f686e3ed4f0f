import type { SalesTable } from '../sales-table.ts';
import { USUAL_WORDS } from '../type-belief.ts';
import type { TypeWords } from '../types.ts';

/** The weight of the usual shares of wordings, in homes. */
const PRIOR_HOMES = 20;

/** Shares of the wordings of addresses by type among the homes sold here. Each home counts once. */
export function fitTypeWords(table: SalesTable, known: number): TypeWords {
  const counts = USUAL_WORDS.map((row) => row.map((share) => share * PRIOR_HOMES));
  for (let i = 0; i < known; i++) {
    if (table.previous[i]! >= 0 || table.additional[i]) continue;
    counts[table.type[i]!]![table.wording[i]!]! += 1;
  }
  return counts.map((row) => {
    const total = row.reduce((sum, n) => sum + n, 0);
    return row.map((n) => n / total);
  });
}
