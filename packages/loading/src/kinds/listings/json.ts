import { storableJson } from '@domesday/files/exact-json';
import { type FetchedFile, type FileSource, LoadError, type SourceItem } from '../../types.ts';
import { type Advert, dayInName, type Feed, faultOf, type Removal, rowOf, takenAsMonthly } from './advert.ts';
import { textsOf } from './read.ts';

export type Message = Record<string, unknown>;

/**
 * Reads messages of a real-time feed as the operator stored them: one in each file, a list, or one on each line. `read`
 * returns an advert or a removal, a sentence if it cannot read the message, or null if the message is of another
 * format. `daysOf` returns the texts of the dates in a message.
 */
export async function* readMessages(
  file: FetchedFile,
  context: Parameters<FileSource['rows']>[1],
  source: Feed['source'],
  read: (message: Message) => Advert | Removal | string | null,
  daysOf: (message: Message) => (string | null)[],
): AsyncGenerator<SourceItem> {
  for await (const { name, text } of textsOf(file, context)) {
    const feed: Feed = { source, seen_on: dayInName(name), complete: false };
    const unknown: SourceItem[] = [];
    const adverts: Advert[] = [];
    let known = false;
    for (const { message, line, raw } of messagesIn(name, text, source)) {
      const advert = typeof message === 'string' ? message : read(message);
      if (advert === null) {
        unknown.push({
          reject: { line, reason: 'The line is not a message of this format.', raw },
          file: name,
        });
        continue;
      }
      known ||= typeof message !== 'string';
      if (typeof message !== 'string') for (const day of daysOf(message)) context.days.add(day ?? undefined);
      const fault = typeof advert === 'string' ? advert : 'removed' in advert ? null : faultOf(advert);
      if (fault !== null) yield { reject: { line, reason: fault, raw }, file: name };
      else {
        yield { row: rowOf(advert as Advert | Removal, feed) };
        if (!('removed' in (advert as Advert | Removal))) adverts.push(advert as Advert);
      }
    }
    // Unknown messages are reported last: a file that holds nothing else is refused as a whole instead.
    if (unknown.length > 0 && !known)
      throw new LoadError('refused', `${name} is not ${source}: it holds no messages of that format.`);
    yield* unknown;
    for (const note of takenAsMonthly(adverts)) yield { note };
  }
}

function* messagesIn(
  name: string,
  text: string,
  source: string,
): Generator<{ message: Message | string; line: number; raw: string }> {
  const whole = parsed(text);
  if (whole !== undefined) {
    const list = Array.isArray(whole) ? whole : [whole];
    for (const [i, message] of list.entries()) {
      const good = typeof message === 'object' && message !== null;
      yield {
        message: good ? (message as Message) : 'The entry is no message.',
        line: i + 1,
        raw: JSON.stringify(message),
      };
    }
    return;
  }
  const lines = text
    .split('\n')
    .map((raw, i) => ({ raw: raw.trim(), line: i + 1 }))
    .filter(({ raw }) => raw !== '');
  if (lines.length === 0 || typeof parsed(lines[0]!.raw) !== 'object') {
    throw new LoadError('refused', `${name} is not ${source}: it is not JSON.`);
  }
  for (const { raw, line } of lines) {
    const message = parsed(raw);
    yield {
      message:
        typeof message === 'object' && message !== null ? (message as Message) : 'The line is not JSON.',
      line,
      raw,
    };
  }
}

function parsed(text: string): unknown {
  try {
    return storableJson(text);
  } catch {
    return undefined;
  }
}

export function objectAt(message: Message, key: string): Message {
  const value = message[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : {};
}

export function textAt(message: Message, key: string): string | null {
  const value = message[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export function numberAt(message: Message, key: string): number | null {
  const value = message[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
