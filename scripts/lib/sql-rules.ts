/** A source file, by its path from the root. */
export interface Source {
  path: string;
  text: string;
}

/** What sends SQL in the sources of the service: a rule that is broken, and how much stands outside of statements. */
export interface SqlUse {
  problems: string[];
  /** Texts over the tables of one load, whose columns are compared with their description when they are sent. */
  working: number;
}

const RAW = /\.query\s*[(<]/g;
const WORKING = /\b(?:readWorking|readWorkingRow|writeWorking)\(/g;
/** Some plans choose the rows anew for each row of the outer table, and lock, change or delete more than the limit. */
const CHOSEN_AGAIN = /\bin\s*\(\s*select\b[^`]*?\blimit\b[^`)]*\bfor update\b/i;
/** Where tables exist that are named by their load. */
const OF_A_LOAD = /^packages\/(datasets|loading|builds)\//;
/** Packages that send statements, and those of the tests. */
const SENDERS = /^packages\/(db|testing)\//;

/**
 * Every SQL text is a `statement`, which a test compares with the migrated schema. What reads or writes the tables of
 * one load cannot be prepared in advance: it goes through `readWorking` and `writeWorking`.
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
