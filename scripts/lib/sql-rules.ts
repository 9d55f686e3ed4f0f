/** A source file, by its path from the root. */
export interface Source {
  path: string;
  text: string;
}

/** How the sources of the service send SQL: broken rules, and the number of texts outside of statements. */
export interface SqlUse {
  problems: string[];
  /**
   * Number of texts on the tables of one load, whose columns are compared with their description when they are sent.
   */
  working: number;
}

const RAW = /\.query\s*[(<]/g;
const WORKING = /\b(?:readWorking|readWorkingRow|writeWorking)\(/g;
/**
 * A locking subquery with a limit. Some plans repeat it for each row of the outer table, and lock, change or delete
 * more rows than the limit.
 */
const CHOSEN_AGAIN = /\bin\s*\(\s*select\b[^`]*?\blimit\b[^`)]*\bfor update\b/i;
/** Packages that use tables named by the number of their load. */
const OF_A_LOAD = /^packages\/(datasets|loading|builds)\//;
/** Packages that may send SQL directly. */
const SENDERS = /^packages\/(db|testing)\//;

/**
 * Every SQL text is a `statement`, which a test compares with the migrated schema. SQL on the tables of one load cannot
 * be prepared in advance, so it goes through `readWorking` and `writeWorking`.
 */
export function sqlUse(sources: readonly Source[]): SqlUse {
  const problems: string[] = [];
  let working = 0;
  for (const { path, text } of sources) {
    if (SENDERS.test(path)) continue;
    const raw = text.match(RAW)?.length ?? 0;
    const of_a_load = text.match(WORKING)?.length ?? 0;
    working += of_a_load;
    if (raw > 0)
      problems.push(`${path} sends ${raw} SQL texts by .query: make each a statement of @domesday/db`);
    if (CHOSEN_AGAIN.test(text))
      problems.push(
        `${path} chooses rows to lock within in (…): write = any (array(…)), which is chosen once`,
      );
    if (of_a_load > 0 && !OF_A_LOAD.test(path))
      problems.push(`${path} uses what is for the tables of a load: make it a statement of @domesday/db`);
  }
  return { problems, working };
}
