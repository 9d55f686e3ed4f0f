import { expect, it } from 'vitest';
import { modelWords } from './model-words.ts';

it('describes every argument with its bounds, unit and format', () => {
  expect(modelWords('radius_m', { type: 'integer', minimum: 50, maximum: 5000 }, undefined)).toBe('50-5000');
  expect(modelWords('lng', { type: 'number', minimum: -9.5, maximum: 2.5 }, undefined)).toBe('Degrees');
  expect(modelWords('sailed_on', { type: 'string', format: 'date' }, undefined, 'Day. More.')).toBe(
    'Day, YYYY-MM-DD',
  );
  expect(
    modelWords('name', { type: 'string', maxLength: 80 }, undefined, 'Name of the boat; all if left out.'),
  ).toBe('Name of the boat, up to 80 characters');
  expect(modelWords('kind', { type: 'string' }, 'sloop = one mast', 'Kind.')).toBe('sloop = one mast');
});
