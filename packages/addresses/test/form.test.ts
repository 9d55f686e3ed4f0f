import { describe, expect, it } from 'vitest';
import { prepareQuery } from '../src/index.ts';
import { withoutForm } from '../src/text/form.ts';

describe('the address in a form or a record', () => {
  it('is read as one line in the order in which addresses are written', () => {
    expect(
      withoutForm('{"postcode":"XE1 2AB","town":"Quaxby","street":"Salter Road","number":72,"flat":"B"}'),
    ).toBe('Flat B, 72 Salter Road, Quaxby, XE1 2AB');
    expect(withoutForm('Town: Quaxby\nPostcode: XE1 2AB\nAddress line 1: 72 Salter Road')).toBe(
      '72 Salter Road, Quaxby, XE1 2AB',
    );
  });

  it('keeps the order of its lines and the values of fields with unknown names', () => {
    const record = '{"line_1":"Flat 3","line_2":"Salter House","gate":"B","city":"Quaxby","lat":51.2}';
    expect(withoutForm(record)).toBe('Flat 3, Salter House, B, Quaxby');
  });

  it('includes the postcode of the record', () => {
    const [query] = prepareQuery('{"postcode":"xe12ab","line1":"72 Salter Road"}');
    expect(query!.parsed.postcode).toBe('XE1 2AB');
  });

  it('is what withoutForm returns; any other text is returned unchanged', () => {
    for (const text of [
      '72 Salter Road, Quaxby',
      'Salter House - 72 Salter Road',
      'Quaxby: 72 Salter Road',
      '{72}',
    ])
      expect(withoutForm(text)).toBe(text);
  });
});
