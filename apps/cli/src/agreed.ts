import { createInterface } from 'node:readline/promises';

/** Asks once. Throws a sentence where the answer is no, or nobody can answer: `undone` says what was not done then. */
export async function mustAgree(question: string, undone: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(`${undone}: nobody can be asked here. Add --yes to agree beforehand.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error(`${undone}.`);
  } finally {
    lines.close();
  }
}
