import { expect, it } from 'vitest';
import { categoryOfTags, type Tag } from './tags.ts';

it.each<[Partial<Record<Tag, string>>, string | null]>([
  [{ amenity: 'cafe' }, 'food cafe'],
  [{ amenity: 'pub;restaurant' }, 'food pub'],
  [{ amenity: 'toilets; library' }, 'culture library'],
  [{ shop: 'deli;cafe' }, 'food deli'],
  [{ shop: 'hairdresser;beauty' }, 'shops hairdresser'],
  [{ shop: 'vacant' }, null],
  [{ leisure: 'pitch', landuse: 'recreation_ground' }, 'green_space recreation_ground'],
  [{ leisure: 'park', landuse: 'grass' }, 'green_space park'],
  [{ tourism: 'attraction;museum' }, 'culture museum'],
  [{ railway: 'station;halt' }, 'transport station'],
  [{ amenity: ';' }, null],
])('gives an element with %j the category of the first known value in a list', (tags, expected) => {
  const found = categoryOfTags((tag) => tags[tag] ?? null);
  expect(found && `${found.category} ${found.kind}`).toBe(expected);
});
