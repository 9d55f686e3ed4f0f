import { expect, it } from 'vitest';
import { notUprn, uprnOf } from './values.ts';

it.each(['9.99E+11', '9,99E+11', ' 1e11 ', '1.00012E+11'])(
  'reads no UPRN from one that a spreadsheet rounded (%j), and says what to do',
  (text) => {
    expect(uprnOf(text)).toBeNull();
    expect(notUprn(text)).toContain('a spreadsheet has rounded');
  },
);

it.each(['E11', '12 Oak Road', '', undefined])('says of %j only that it is no UPRN', (text) => {
  expect(notUprn(text)).toBe(`"${text}" is not a UPRN.`);
});
