import { describe, expect, it } from 'vitest';
import { corrupt, nationalList, seeded } from '../fit/index.ts';
import { matchReadings, prepareCandidates, prepareQuery } from '../src/index.ts';

describe('a match of which only the best is wanted', () => {
  it('is the best of the whole match, with its status, confidence and reasons', () => {
    const random = seeded(31);
    const homes = [...nationalList({ rows: 6000, seed: 32 })];
    const byPostcode = new Map<string, typeof homes>();
    for (const home of homes) byPostcode.set(home.postcode, [...(byPostcode.get(home.postcode) ?? []), home]);
    let judged = 0;
    for (const [postcode, group] of byPostcode) {
      const candidates = prepareCandidates(group);
      for (const home of group) {
        const query = prepareQuery(corrupt(random, home).address, postcode);
        const whole = matchReadings(query, candidates);
        const alone = matchReadings(query, candidates, { bestOnly: true });
        judged += 1;
        expect([alone.status, alone.best?.candidate.uprn, alone.best?.confidence, alone.reasons]).toEqual([
          whole.status,
          whole.best?.candidate.uprn,
          whole.best?.confidence,
          whole.reasons,
        ]);
      }
    }
    expect(judged).toBe(homes.length);
  });
});
