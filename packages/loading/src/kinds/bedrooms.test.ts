import { expect, it } from 'vitest';
import { bedroomsOf } from './bedrooms.ts';

it('reads 0 and studio as 0 bedrooms of a flat or a home of unknown type, and as unknown for a house', () => {
  for (const written of ['0', 0, 'Studio', 'studio flat', 'Bedsit']) {
    expect([written, bedroomsOf(written, 'flat')]).toEqual([written, 0]);
    expect([written, bedroomsOf(written, null)]).toEqual([written, 0]);
    expect([written, bedroomsOf(written, 'detached')]).toEqual([written, null]);
  }
  for (const written of ['3', 3]) expect(bedroomsOf(written, 'detached')).toBe(3);
  for (const written of ['', null, undefined, '2.5', -1, 'three', '100'])
    expect([written, bedroomsOf(written, 'flat')]).toEqual([written, null]);
});
