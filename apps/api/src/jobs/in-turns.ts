import { setImmediate as nextTurn } from 'node:timers/promises';

let line: Promise<void> = Promise.resolve();

/**
 * Yields each text in its own turn of the event loop, shared by all files being sent. Without it, texts that are ready
 * would be parsed and written one after another while every other call of this process waits.
 */
export async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    const turn = line.then(() => nextTurn());
    line = turn;
    await turn;
    yield text;
  }
}
