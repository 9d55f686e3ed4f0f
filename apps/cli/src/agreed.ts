import { createInterface } from 'node:readline/promises';

/**
 * Asks the operator once. Throws if the answer is no, or if there is no terminal; `undone` says what was not done then.
 */
export async function mustAgree(question: string, undone: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(`${undone}: there is no terminal on which to ask. Add --yes to agree beforehand.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error(`${undone}.`);
  } finally {
    lines.close();
  }
}
