import { describe, expect, it } from 'vitest';
import { isGuess, prepareQuery } from '../src/index.ts';

const withPlaceBehind = (text: string) => prepareQuery(text).filter(({ borne_out }) => borne_out === 'place');

describe('a place in front of the number', () => {
  it('is read as such, and no homes are looked for by that reading alone', () => {
    const read = withPlaceBehind('Quaxby 3, Oak Court, Elm Road');
    expect(read).toHaveLength(1);
    expect(read.every(isGuess)).toBe(true);
  });

  it('is not a word for a unit or a storey, whatever stands before that', () => {
    for (const unit of ['Flat', 'Top Floor', 'Mobile Unit', 'Garden Flat No'])
      expect([unit, withPlaceBehind(`${unit} 3, Oak Court, Elm Road`)]).toEqual([unit, []]);
  });

  it('is not what stands in a part of its own, which is the name of the house', () => {
    expect(withPlaceBehind('The Corner House, 1, Elm Lane, Nether Vex, Quaxby')).toEqual([]);
  });
});
