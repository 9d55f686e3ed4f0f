import { describe, expect, it } from 'vitest';
import { withPostcodeInDigits } from '../src/text/said-postcode.ts';

describe('a postcode that is spelt aloud', () => {
  it('is joined from its letters and number words, whichever of them are separate', () => {
    for (const [said, postcode] of [
      ['l e one six eight u d', 'LE16 8UD'],
      ['postcode s one two two f h', 'S12 2FH'],
      ['e c two y eight d r', 'EC2Y 8DR'],
      ['x e sixteen, eight, ud', 'XE16 8UD'],
      ['post code is x e twenty one nine a a', 'XE21 9AA'],
      ['XE two oh eight U D', 'XE20 8UD'],
    ])
      expect(withPostcodeInDigits(`72 salter road quaxby ${said}`)).toBe(
        `72 salter road quaxby, ${postcode}`,
      );
  });

  it('is joined if a comma separates its two parts', () => {
    for (const said of ['XE1, 2AB', 'xe1 , 2ab', 'XE1,2AB.'])
      expect(withPostcodeInDigits(`72 Salter Road, Quaxby, ${said}`)).toBe('72 Salter Road, Quaxby, XE1 2AB');
  });

  it('is not read in a text that does not end with one', () => {
    for (const text of [
      '72 Salter Road, Flat A B',
      'Plot one, two Salter St',
      'one two a b',
      'Unit A1, 2AB',
      '72 Salter Road XE1 2AB',
      '',
    ])
      expect(withPostcodeInDigits(text)).toBe(text);
  });
});
