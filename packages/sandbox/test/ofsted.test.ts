import { expect, it } from 'vitest';
import { buildCountry } from '../src/country/country.ts';
import { OFSTED_HEADER, ofsted } from '../src/files/ofsted.ts';

it('ungraded inspections of the fictional country confirm the grade of the school, and no other', () => {
  const [{ files }] = ofsted(buildCountry()) as [ReturnType<typeof ofsted>[number]];
  const [head, ...rows] = String(files[0]!.content)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(head).toEqual([...OFSTED_HEADER]);
  const outcome = head!.indexOf('Ungraded inspection overall outcome');
  const grade = head!.indexOf('Latest OEIF overall effectiveness');
  const confirmed = rows.filter((row) => row[outcome] !== 'NULL');
  expect(confirmed.length).toBeGreaterThan(0);
  const words: Record<string, string> = {
    1: 'School remains Outstanding',
    2: 'School remains Good',
    'Not judged': 'Standards maintained',
  };
  for (const row of confirmed) expect(row[outcome]).toBe(words[row[grade]!]);
});
