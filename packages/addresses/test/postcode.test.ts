import { describe, expect, it } from 'vitest';
import {
  isOutcode,
  isPostcode,
  misreadPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  postcodesOneSlipAway,
  prepareQuery,
  sectorOf,
  tokenise,
} from '../src/index.ts';

describe('postcodes', () => {
  it('are normalised to one spelling whatever the case, spaces, hyphens and dots', () => {
    for (const text of ['xe1 2ab', 'XE12AB', 'XE1-2AB', ' xe1  2ab ', 'X.E.1 2.A.B']) {
      expect(normalisePostcode(text)).toBe('XE1 2AB');
    }
    expect(normalisePostcode('x1 1aa')).toBe('X1 1AA');
    expect(normalisePostcode('XE1A1BB')).toBe('XE1A 1BB');
    expect(normalisePostcode('XE101BB')).toBe('XE10 1BB');
  });
  it('have a letter O in place of the digit of the inward code read as zero', () => {
    expect(normalisePostcode('XE1 OAB')).toBe('XE1 0AB');
  });
  it('have the letters O and I in place of digits of the district read as digits', () => {
    // A whole postcode and the first letter of a street.
    expect(normalisePostcode('X3 8LF F')).toBeNull();
    expect(normalisePostcode('XEI 2AB')).toBe('XE1 2AB');
    expect(normalisePostcode('XEIA 0AB')).toBe('XE1A 0AB');
    expect(normalisePostcode('XEI6 2AB')).toBe('XE16 2AB');
  });
  it('are refused if the letters of a word would have to be read as digits', () => {
    for (const text of ['OAK LANE', 'TOLL', 'OLIVIA', 'VIOLA', 'XIO IAB'])
      expect(normalisePostcode(text)).toBeNull();
  });
  it('are refused when the shape is wrong', () => {
    for (const text of ['', null, 'XE1', 'HIGH STREET', '12345', 'XE1 2ABC', 'XEE1 2AB']) {
      expect(normalisePostcode(text)).toBeNull();
    }
    expect(isPostcode('XE1')).toBe(false);
  });
  it('give their outcode and sector', () => {
    expect(outcodeOf('XE10 1BB')).toBe('XE10');
    expect(sectorOf('XE10 1BB')).toBe('XE10 1');
    expect(normaliseSector('xe10 1')).toBe('XE10 1');
    expect(isOutcode('xe10')).toBe(true);
    expect(isOutcode('xe10 1')).toBe(false);
  });

  it('are not read as an outcode if they are a sector: SE1 1 is not SE11', () => {
    for (const sector of ['XE1 1', 'xe1-1', ' X1 1 ', 'XE1  1', 'X1A 1'])
      expect(normaliseOutcode(sector)).toBe(null);
    for (const outcode of ['XE11', ' xe11 ', 'XE 11']) expect(normaliseOutcode(outcode)).not.toBe(null);
    expect(normaliseOutcode('xe 11')).toBe('XE11');
  });
});

describe('a postcode with a letter misread as a digit, or a digit as a letter', () => {
  it.each([
    ['XES 2AB', 'XE5 2AB'],
    ['XEB 2AB', 'XE8 2AB'],
    ['XOS 2AB', 'XO5 2AB'],
    ['XE12 SAB', 'XE12 5AB'],
    ['XE12 2A8', 'XE12 2AB'],
    ['XE12 21S', 'XE12 2LS'],
    ['XE12 25T', 'XE12 2ST'],
    ['5E1 2AB', 'SE1 2AB'],
    ['xe12 zab', 'XE12 2AB'],
    ['C0 12 2AB', 'CO12 2AB'],
    ['E1W B2B', null],
    ['XE12 0AB', null],
    ['1E12 2AB', null],
    ['XE12 S5T', null],
    ['HILL 5', null],
    ['12345', null],
    [null, null],
  ])('%s is read as %s', (text, postcode) => {
    expect(misreadPostcode(text)).toBe(postcode);
  });

  it('is among the postcodes one slip away if it has the form of a valid postcode', () => {
    for (const [read, meant] of [
      ['C01 2AB', 'CO1 2AB'],
      ['S1O 2AB', 'S10 2AB'],
    ] as const)
      expect(postcodesOneSlipAway(read)).toContain(meant);
  });

  it.each([
    ['12 Oak Road, Xanbury, XES 2AB', 'XE5 2AB'],
    ['12 Oak Road, Xanbury, XE5 2A8.', 'XE5 2AB'],
    ['12 Oak Road, Hall 2nd', null],
    ['12 Oak Road, Room 25A', null],
    ['12 Oak Road, Flat 12B', null],
  ])('is read at the end of %s as %s', (text, postcode) => {
    expect(prepareQuery(text)[0]!.parsed.postcode).toBe(postcode);
  });
});

describe('a postcode at the end of an address', () => {
  it.each([
    '12 Oak Road XEI 2AB',
    '12 Oak Road, XE1 2AB',
    '12 Oak Road [XE1 2AB]',
    '12 Oak Road {XE1.2AB}',
    '12 Oak Road XE1 ZAB XE1 2AB',
  ])('is found in %s', (address) => {
    expect(tokenise(address).postcode).toBe('XE1 2AB');
  });

  it.each(['12 Oak Road', 'Flat 2, Trio 1 Lane', '1A Studio', '12A Oak Lodge'])(
    'is not found in %s',
    (address) => {
      expect(tokenise(address).postcode).toBeNull();
    },
  );
});
