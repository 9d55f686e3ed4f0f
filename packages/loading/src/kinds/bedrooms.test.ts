import { expect, it } from 'vitest';
import { bedroomsOf } from './bedrooms.ts';

it('takes 0 and the word for a studio of a flat or an unnamed home, and 0 of a house for unknown', () => {
  for (const told of ['0', 0, 'Studio', 'studio flat', 'Bedsit']) {
    expect([told, bedroomsOf(told, 'flat')]).toEqual([told, 0]);
    expect([told, bedroomsOf(told, null)]).toEqual([told, 0]);
    expect([told, bedroomsOf(told, 'detached')]).toEqual([told, null]);
  }
  for (const told of ['3', 3]) expect(bedroomsOf(told, 'detached')).toBe(3);
  for (const told of ['', null, undefined, '2.5', -1, 'three', '100'])
    expect([told, bedroomsOf(told, 'flat')]).toEqual([told, null]);
});
