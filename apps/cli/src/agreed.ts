import { createInterface } from 'node:readline/promises';

/** Asks once. Throws a sentence where nobody can answer: `undone` says what was not done then. */
export async function agreed(question: string, undone: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error(`${undone}: nobody can be asked here. Add --yes to agree beforehand.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
