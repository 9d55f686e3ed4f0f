import { describe, expect, it } from 'vitest';
import { exactJson, storableJson } from './exact-json.ts';
import { beginningOf, numberOf } from './values.ts';

describe('exactJson', () => {
  it('keeps as text a whole number that would lose digits as a number', () => {
    expect(exactJson('{"id": 602345678901234567, "n": [1, -9223372036854775807, 9007199254740991]}')).toEqual(
      {
        id: '602345678901234567',
        n: [1, '-9223372036854775807', 9007199254740991],
      },
    );
  });

  it('leaves texts, fractions and small numbers unchanged', () => {
    const text =
      '{"a": "call 12345678901234567, \\"98765432109876543210\\"", "b": -2.315340905554095123, "c": 12}';
    expect(exactJson(text)).toEqual(JSON.parse(text));
  });
});

it('storableJson leaves out what PostgreSQL cannot store, and nothing else', () => {
  const text = String.raw`{"a\u0000": "1\uD83d2\ud83d\ude003\udE004\\u0000\\\u00005\n", "id": 602345678901234567}`;
  expect(storableJson(text)).toEqual({ a: '12\u{1f600}34\\u0000\\5\n', id: '602345678901234567' });
});

it('beginningOf ends with a whole character', () => {
  const text = 'ab\u{1f600}c';
  expect([2, 3, 4, 5, 6].map((length) => beginningOf(text, length))).toEqual([
    'ab',
    'ab',
    'ab\u{1f600}',
    text,
    text,
  ]);
});

describe('numberOf', () => {
  it('gives null for a whole number that would lose digits', () => {
    expect(numberOf('9007199254740991')).toBe(9007199254740991);
    expect(numberOf('9007199254740993')).toBeNull();
    expect(numberOf('51.377962797719057')).toBe(51.377962797719057);
  });

  it('accepts commas only between thousands, so that a decimal comma is never dropped', () => {
    for (const [text, value] of [
      ['1,234', 1234],
      ['+12,345,678.50', 12345678.5],
      ['-1,000', -1000],
    ] as const)
      expect(numberOf(text), text).toBe(value);
    for (const text of [
      '12,5',
      '950,00',
      '1.250,50',
      '0,127',
      '1234,567',
      '1,2345',
      ',123',
      '1,234,5',
      '1,,234',
    ])
      expect(numberOf(text), text).toBeNull();
  });
});
