import { expect, it } from 'vitest';
import { inWords, type Place } from './place.ts';

const place = { label: 'E06999901', level: 'local_authority', local_authority_name: 'Xanburyshire' } as Place;

it('names an authority by name and code, by name alone if the place is given by name, and by code if it has no name', () => {
  expect(inWords(place)).toBe('Xanburyshire (E06999901)');
  expect(inWords({ ...place, label: 'Xanburyshire' })).toBe('Xanburyshire');
  expect(inWords({ ...place, local_authority_name: null })).toBe('E06999901');
});

it('names other places as the caller named them', () => {
  expect(inWords({ ...place, level: 'postcode', label: 'XE1 1AA' })).toBe('XE1 1AA');
  expect(inWords({ ...place, level: 'polygon', label: 'polygon' })).toBe('the polygon');
});
