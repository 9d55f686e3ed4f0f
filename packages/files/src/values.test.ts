import { describe, expect, it } from 'vitest';
import {
  anyDate,
  cleanText,
  countOf,
  entryOf,
  idOf,
  isGuid,
  isoDate,
  numberOf,
  poundsOf,
  textOrNull,
} from './values.ts';

/** Expects that the reader gives the value beside each text. */
const read = <T>(reader: (text: string) => T, expected: Record<string, T>) =>
  expect(Object.fromEntries(Object.keys(expected).map((text) => [text, reader(text)]))).toEqual(expected);

describe('a cell is read', () => {
  it('as a day only if that day exists, with or without a time after it', () => {
    read(isoDate, {
      '2015-12-09': '2015-12-09',
      '2015-12-09 00:00': '2015-12-09',
      '2015-12-09T23:59:59Z': '2015-12-09',
      '2015-12-090': null,
      '2015-12-0': null,
      '2015/12/09': null,
      '1000-01-01': '1000-01-01',
      '0999-12-31': null,
      '2015-00-09': null,
      '2015-13-09': null,
      '2015-12-00': null,
      '2015-12-31': '2015-12-31',
      '2015-12-32': null,
      '2015-1a-09': null,
    });
  });

  it('as 29 February only in a leap year', () => {
    read(isoDate, {
      '2024-02-29': '2024-02-29',
      '2023-02-29': null,
      '2023-02-28': '2023-02-28',
      '2000-02-29': '2000-02-29',
      '1900-02-29': null,
      '2024-02-30': null,
    });
  });

  it('as a day in the British order if it does not begin with the year', () => {
    read(anyDate, {
      '2015-12-09': '2015-12-09',
      '09/12/2015': '2015-12-09',
      '9-12-2015': '2015-12-09',
      ' 9/12/2015 10:00 ': '2015-12-09',
      '31/04/2015': null,
      '12/31/2015': null,
      '9/12/15': null,
      '': null,
    });
  });

  it('as a number with thousands commas, but not if a comma may be decimal or digits would be lost', () => {
    read(numberOf, {
      '12.5': 12.5,
      '-3': -3,
      '.5': 0.5,
      '5.': 5,
      '+1e3': 1000,
      '1,234,567.5': 1_234_567.5,
      ' 12 ': 12,
      '12,5': null,
      '0,123': null,
      '1,2345': null,
      '9007199254740991': 9_007_199_254_740_991,
      '9007199254740993': null,
      '1e999': null,
      '..': null,
      '0x10': null,
      '': null,
    });
  });

  it('as a count only if it is whole and not below 0', () => {
    read(countOf, { '0': 0, '1,234': 1234, '12.0': 12, '-1': null, '12.5': null, '..': null, '': null });
  });

  it('as pounds with or without the pound sign, but not if a point may separate thousands', () => {
    read(poundsOf, { '£1,250': 1250, '1250.50': 1250.5, '1.25': 1.25, '1.250': null, '1.250.000': null });
    expect([poundsOf(null), poundsOf(undefined)]).toEqual([null, null]);
  });

  it('as an identifier only if it fits a bigint or a uuid', () => {
    read(idOf, {
      ' 0012 ': '0012',
      '9223372036854775807': '9223372036854775807',
      '9223372036854775808': null,
      '-1': null,
      '1.5': null,
      '': null,
    });
    const guid = '6b1f0a52-0C3d-4e5f-8a9b-0123456789ab';
    read(isGuid, {
      [guid]: true,
      [`{${guid}}`]: true,
      [`{${guid}`]: false,
      [`${guid}}`]: false,
      [guid.slice(1)]: false,
      [guid.replace('6b', '6g')]: false,
    });
  });

  it('as text without odd spaces, and as no text if a formula had no result', () => {
    read(cleanText, { ' a \t b\u00a0c ': 'a b c', '#12': '#12', '#N/A': null, ' #ref! ': null, '  ': null });
    read(textOrNull, { ' a ': ' a ', '#DIV/0!': null, '#12': '#12', '': null });
  });

  it('by a table of words only if the table itself has that entry', () => {
    const entryIn = (text: string) => entryOf({ F: 'freehold' }, text);
    read(entryIn, { F: 'freehold', L: undefined, constructor: undefined });
  });
});
