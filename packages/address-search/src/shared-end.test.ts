import { expect, it } from 'vitest';
import { sharedEnd } from './shared-end.ts';

it('is the longest end of all texts, leaves each as much as is asked, and never half a character', () => {
  expect(sharedEnd(['1 OAK ROAD', '12 OAK ROAD', 'MILL, OAK ROAD'])).toBe(' OAK ROAD');
  expect(sharedEnd(['1 OAK ROAD', '2 OAK ROAD', '2 ELM WAY'])).toBe('');
  expect(sharedEnd(['OAK ROAD', '1 OAK ROAD'])).toBe('OAK ROAD');
  expect(sharedEnd(['|1|OAK', '|1|OAK'], 1)).toBe('1|OAK');
  expect(sharedEnd(['|1|OAK'], 2)).toBe('|OAK');
  expect(sharedEnd(['a\u{1F3E0}b', 'a\u{1F7E0}b'])).toBe('b');
  expect(sharedEnd([])).toBe('');
});
