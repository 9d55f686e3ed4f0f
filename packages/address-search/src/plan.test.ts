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

describe('the plan of a search', () => {
  it('asks the index for the rarest word alone if few documents contain it, and checks those documents for all words', () => {
    const { words } = plan('12 quaxley road, xanbury ');
    expect(words!.index).toBe("'QUAXLEY'");
    expect(termsOf(words!.whole)).toEqual(["'#12'", "'QUAXLEY'", "'ROAD'", "'XANBURY'"]);
    expect(words!.rarest).toBeCloseTo(12);
  });

  it('asks the index for words in order of rarity until few documents are left', () => {
    const { words } = plan('12 oak road, xanbury ');
    expect(words!.index).toBe("'OAK'&'XANBURY'");
    expect(termsOf(words!.whole)).toEqual(["'#12'", "'OAK'", "'ROAD'", "'XANBURY'"]);
    expect(words!.expected).toBeCloseTo(DOCUMENTS * 0.005 * 0.02 * 0.15 * 0.4);
  });

  it('reads a number of several words as the house number, but calls a number of one word doubtful', () => {
    expect(plan('one hundred and twelve quaxley road, xanbury ')).toMatchObject({
      house: 112,
      number_doubtful: false,
    });
    expect(plan('twelve quaxley road, xanbury ')).toMatchObject({ number_doubtful: true });
  });

  it('asks the index for all words if even they leave many documents', () => {
    const { words } = plan('12 road ');
    expect(termsOf(words!.index)).toEqual(["'#12'", "'ROAD'"]);
    expect(words!.whole).toBeNull();
  });

  it('checks an unfinished last word and its completions in the documents only, and next plans a query without it', () => {
    const typing = plan('oak r');
    expect(typing.words!.index).toBe("'OAK'");
    expect(termsOf(typing.words!.whole)[1]).toMatch(/^\(.*'ROAD'.*\|'R':\*\)$/);
    expect(typing.before_last!.index).toBe("'OAK'");
  });

  it('is the same for an unfinished word with accents and without, whichever letter comes last', () => {
    for (const [accented, plain] of [
      ['oak rô', 'oak ro'],
      ['Ôa', 'oa'],
      ['xânb', 'xanb'],
    ] as const) {
      expect(plan(accented)).toEqual(plan(plain));
      expect(plan(plain).match_type).toBe('prefix');
    }
  });

  it('relaxed by one word, asks the index for two of the rarest three and checks each document for all words but one', () => {
    const { relaxed } = plan('oak road, xanbury ');
    expect(relaxed!.index).toBe("('OAK'&'XANBURY'|'OAK'&'ROAD'|'XANBURY'&'ROAD')");
    expect(relaxed!.whole!.split('|').length).toBe(3);
  });

  it('has queries without one place, without any place, without the number, and at last for the rarest name alone', () => {
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

  it('calls the house number doubtful only if it ends the text', () => {
    expect(plan('oak road, 12').number_doubtful).toBe(true);
    for (const q of ['12 oak road', '12 oak road, unit 4', 'oak road, 12 ', 'oak road 12, xe1 1aa'])
      expect(plan(q).number_doubtful, q).toBe(false);
  });

  it('calls a number in words doubtful, since it may be part of a name', () => {
    expect(plan('three oak road ').number_doubtful).toBe(true);
  });

  it('calls the beginning of a word a prefix, even if it has a single completion', () => {
    expect(plan('quax').match_type).toBe('prefix');
    expect(plan('quaxley').match_type).toBe('exact');
  });

  it('names the words that a home of the typed postcode must have, so that a wrong postcode hides no home', () => {
    expect(plan('12 oak road, xanbury, xe1 1aa').names).toEqual([{ options: ['OAK'], beginning: null }]);
    expect(plan('12 quaxlex road, xanbury, xe1 1aa').names).toEqual([
      { options: ['QUAXLEY'], beginning: null },
    ]);
  });

  it('reads a postcode at the end of the text, even if its last part looks like an ordinal', () => {
    expect(plan('40 oak road xn20 7th')).toMatchObject({ postcode: 'XN20 7TH', house: 40 });
  });

  it('is a range of postcodes if only an outcode or its beginning was typed', () => {
    expect(plan('xe1')).toMatchObject({ bare: true, postcode_prefix: 'XE1 ', postcode: null });
    expect(plan('xe1 2')).toMatchObject({ bare: true, postcode_prefix: 'XE1 2' });
    expect(plan('xe2')).toMatchObject({ bare: true, postcode_prefix: 'XE2' });
    expect(plan('xe3')).toMatchObject({ bare: false, postcode_prefix: null });
    expect(plan('oak xe1')).toMatchObject({ bare: false, postcode_prefix: null });
  });

  it('is empty if neither the word nor a similar word is in the index', () => {
    const { words, relaxed, without_number } = plan('zzzzzzzz ');
    expect([words, relaxed, without_number]).toEqual([null, null, null]);
  });
});
