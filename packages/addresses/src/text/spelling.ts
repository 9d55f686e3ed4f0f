import { withNumbers } from '../read/shape.ts';
import type { Tokens } from './normalise.ts';

/** An address in normalised spelling, without its postcode. */
export interface Spelling {
  whole: string;
  /** The words before the first comma. */
  name: string;
}

export function spellingOf({ words, parts }: Tokens): Spelling {
  return { whole: words.join(' '), name: words.slice(0, parts.lastIndexOf(parts[0]!) + 1).join(' ') };
}

/** The spelling of an address, from that of its shape (see `readByShape`) and its numbers. */
export function spellingWithNumbers({ whole, name }: Spelling, numbers: readonly string[]): Spelling {
  return { whole: withNumbers(whole, numbers), name: withNumbers(name, numbers) };
}
