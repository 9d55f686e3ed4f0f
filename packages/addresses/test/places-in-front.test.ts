import { describe, expect, it } from 'vitest';
import { isGuess, prepareQuery } from '../src/index.ts';

const withPlaceBehind = (text: string) => prepareQuery(text).filter(({ borne_out }) => borne_out === 'place');

describe('a place in front of the number', () => {
  it('is read as a place in a guess only, and no homes are searched for by a guess alone', () => {
    const read = withPlaceBehind('Quaxby 3, Oak Court, Elm Road');
    expect(read).toHaveLength(1);
    expect(read.every(isGuess)).toBe(true);
  });

  it('is never a word for a unit or a storey, whatever precedes that word', () => {
    for (const unit of ['Flat', 'Top Floor', 'Mobile Unit', 'Garden Flat No'])
      expect([unit, withPlaceBehind(`${unit} 3, Oak Court, Elm Road`)]).toEqual([unit, []]);
  });

  it('is never a part that ends with a comma, which is the name of the house', () => {
    expect(withPlaceBehind('The Corner House, 1, Elm Lane, Nether Vex, Quaxby')).toEqual([]);
  });
});
