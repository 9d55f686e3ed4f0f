import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The texts, each in a turn of the event loop of its own: those that are at hand would otherwise be parsed and written one
 * after the other, while every other call of this process waits.
 */
export async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    yield text;
    await nextTurn();
  }
}
