import { expect, it } from 'vitest';
import { sharedEnd } from './shared-end.ts';

it('gives the longest common ending of all texts, leaves the requested length in each, and splits no character', () => {
  expect(sharedEnd(['1 OAK ROAD', '12 OAK ROAD', 'MILL, OAK ROAD'])).toBe(' OAK ROAD');
  expect(sharedEnd(['1 OAK ROAD', '2 OAK ROAD', '2 ELM WAY'])).toBe('');
  expect(sharedEnd(['OAK ROAD', '1 OAK ROAD'])).toBe('OAK ROAD');
  expect(sharedEnd(['|1|OAK', '|1|OAK'], 1)).toBe('1|OAK');
  expect(sharedEnd(['|1|OAK'], 2)).toBe('|OAK');
  expect(sharedEnd(['a\u{1F3E0}b', 'a\u{1F7E0}b'])).toBe('b');
  expect(sharedEnd([])).toBe('');
});
