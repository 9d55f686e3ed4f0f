import { describe, expect, it } from 'vitest';
import { tokenise } from '../src/index.ts';

describe('a letter on its own', () => {
  it.each([
    ['St Quilla s Road', 'ST QUILLAS ROAD'],
    ['O Quaxnor Close', 'OQUAXNOR CLOSE'],
    ['M&S Foods', 'M AND S FOODS'],
    ['12 Oak Road S Quaxby', '12 OAK ROAD S QUAXBY'],
    ['Flat O Quaxnor House', 'FLAT O QUAXNOR HOUSE'],
  ])(
    'is joined to its name if an apostrophe was lost there, and otherwise stays apart: %s',
    (text, words) => {
      expect(tokenise(text).words.join(' ')).toBe(words);
    },
  );
});
