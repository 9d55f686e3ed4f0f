import { describe, expect, it } from 'vitest';
import { planSearch } from './plan.ts';
import { dictionaryOf } from './words.ts';

const DOCUMENTS = 1_000_000;
/** Made up: word -> number of documents that contain the word. */
const dictionary = dictionaryOf(
  [
    ['ROAD', 400_000],
    ...'ABCDEFGHI'.split('').map((letter) => [`R${letter}X`, 9000] as const),
    ['OAK', 5000],
    ['QUAXLEY', 12],
    ['XANBURY', 20_000],
    ['#12', 150_000],
    ['XE1', 800],
    ['XE2A', 300],
  ],
  1,
  DOCUMENTS,
);
const plan = (q: string) => planSearch(q, dictionary);
const termsOf = (tsquery: string | null | undefined): string[] => (tsquery ?? '').split('&').sort();

describe('what the index is asked for', () => {
  it('is the rarest word alone where it leaves few documents, and these are asked for all', () => {
    const { words } = plan('12 quaxley road, xanbury ');
    expect(words!.index).toBe("'QUAXLEY'");
    expect(termsOf(words!.whole)).toEqual(["'#12'", "'QUAXLEY'", "'ROAD'", "'XANBURY'"]);
    expect(words!.rarest).toBeCloseTo(12);
  });

  it('is as many words as leave few documents, in order of rarity', () => {
    const { words } = plan('12 oak road, xanbury ');
    expect(words!.index).toBe("'OAK'&'XANBURY'");
    expect(termsOf(words!.whole)).toEqual(["'#12'", "'OAK'", "'ROAD'", "'XANBURY'"]);
    expect(words!.expected).toBeCloseTo(DOCUMENTS * 0.005 * 0.02 * 0.15 * 0.4);
  });

  it('is the number where it is said in several words, and both where one word may be a name', () => {
    expect(plan('one hundred and twelve quaxley road, xanbury ')).toMatchObject({
      house: 112,
      number_doubtful: false,
    });
    expect(plan('twelve quaxley road, xanbury ')).toMatchObject({ number_doubtful: true });
  });

  it('is everything where even that leaves many', () => {
    const { words } = plan('12 road ');
    expect(termsOf(words!.index)).toEqual(["'#12'", "'ROAD'"]);
    expect(words!.whole).toBeNull();
  });

  it('leaves a word that is being typed, with all its completions, to the documents, and is asked next without it', () => {
    const typing = plan('oak r');
    expect(typing.words!.index).toBe("'OAK'");
    expect(termsOf(typing.words!.whole)[1]).toMatch(/^\(.*'ROAD'.*\|'R':\*\)$/);
    expect(typing.before_last!.index).toBe("'OAK'");
  });

  it('is the same for a word that is being typed with accents and without, whichever letter comes last', () => {
    for (const [accented, plain] of [
      ['oak rô', 'oak ro'],
      ['Ôa', 'oa'],
      ['xânb', 'xanb'],
    ] as const) {
      expect(plan(accented)).toEqual(plan(plain));
      expect(plan(plain).match_type).toBe('prefix');
    }
  });

  it('is two of the rarest three where one word is left out, and each document is asked for all but one', () => {
    const { relaxed } = plan('oak road, xanbury ');
    expect(relaxed!.index).toBe("('OAK'&'XANBURY'|'OAK'&'ROAD'|'XANBURY'&'ROAD')");
    expect(relaxed!.whole!.split('|').length).toBe(3);
  });

  it('is the street without one or all of the places after it, and at last the rarest name', () => {
    const { one_place, premises, premises_without_number, rarest } = plan('12 oak road, xanbury, rax ');
    expect(one_place!.whole).toContain("('XANBURY'|'RAX')");
    expect(termsOf(premises!.index)).toEqual(["'#12'", "'OAK'", "'ROAD'"]);
    expect(termsOf(premises_without_number!.index)).toEqual(["'OAK'", "'ROAD'"]);
    expect(rarest!.index).toBe("'OAK'");
    expect(plan('12 oak road ')).toMatchObject({
      one_place: null,
      premises: null,
      premises_without_number: null,
    });
  });

  it('takes the number for unfinished only where the house number ends the text', () => {
    expect(plan('oak road, 12').number_doubtful).toBe(true);
    for (const q of ['12 oak road', '12 oak road, unit 4', 'oak road, 12 ', 'oak road 12, xe1 1aa'])
      expect(plan(q).number_doubtful, q).toBe(false);
  });

  it('takes a number in words for doubtful, since it may be part of a name', () => {
    expect(plan('three oak road ').number_doubtful).toBe(true);
  });

  it('calls a beginning with a single completion a beginning', () => {
    expect(plan('quax').match_type).toBe('prefix');
    expect(plan('quaxley').match_type).toBe('exact');
  });

  it('names the words that a home of the typed postcode must have, so that a wrong postcode hides none', () => {
    expect(plan('12 oak road, xanbury, xe1 1aa').names).toEqual([{ options: ['OAK'], beginning: null }]);
    expect(plan('12 quaxlex road, xanbury, xe1 1aa').names).toEqual([
      { options: ['QUAXLEY'], beginning: null },
    ]);
  });

  it('is a postcode where one ends the text, though its end looks like an ordinal', () => {
    expect(plan('40 oak road xn20 7th')).toMatchObject({ postcode: 'XN20 7TH', house: 40 });
  });

  it('is a range of postcodes where an outcode, or its beginning, is all that was typed', () => {
    expect(plan('xe1')).toMatchObject({ bare: true, postcode_prefix: 'XE1 ', postcode: null });
    expect(plan('xe1 2')).toMatchObject({ bare: true, postcode_prefix: 'XE1 2' });
    expect(plan('xe2')).toMatchObject({ bare: true, postcode_prefix: 'XE2' });
    expect(plan('xe3')).toMatchObject({ bare: false, postcode_prefix: null });
    expect(plan('oak xe1')).toMatchObject({ bare: false, postcode_prefix: null });
  });

  it('is nothing where no word is known, nor anything like it', () => {
    const { words, relaxed, without_number } = plan('zzzzzzzz ');
    expect([words, relaxed, without_number]).toEqual([null, null, null]);
  });
});
