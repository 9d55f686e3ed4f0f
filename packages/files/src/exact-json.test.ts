import { describe, expect, it } from 'vitest';
import { exactJson } from './exact-json.ts';
import { numberOf } from './values.ts';

describe('exactJson', () => {
  it('keeps every digit of a whole number that a number would round, as text', () => {
    expect(exactJson('{"id": 602345678901234567, "n": [1, -9223372036854775807, 9007199254740991]}')).toEqual(
      {
        id: '602345678901234567',
        n: [1, '-9223372036854775807', 9007199254740991],
      },
    );
  });

  it('leaves texts, fractions and small numbers as they are', () => {
    const text =
      '{"a": "call 12345678901234567, \\"98765432109876543210\\"", "b": -2.315340905554095123, "c": 12}';
    expect(exactJson(text)).toEqual(JSON.parse(text));
  });
});

describe('numberOf', () => {
  it('takes no whole number that would lose digits', () => {
    expect(numberOf('9007199254740991')).toBe(9007199254740991);
    expect(numberOf('9007199254740993')).toBeNull();
    expect(numberOf('51.377962797719057')).toBe(51.377962797719057);
  });
});
