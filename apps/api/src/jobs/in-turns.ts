import { setImmediate as nextTurn } from 'node:timers/promises';

let line: Promise<void> = Promise.resolve();

/**
 * The texts, each in a turn of the event loop that no other text of any file has: those that are at hand would
 * otherwise be parsed and written one after the other, of each file that is being sent, while every other call of this
 * process waits.
 */
export async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    const turn = line.then(() => nextTurn());
    line = turn;
    await turn;
    yield text;
  }
}
