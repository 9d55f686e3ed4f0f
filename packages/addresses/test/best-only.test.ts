import { describe, expect, it } from 'vitest';
import { corrupt, nationalList, seeded } from '../fit/index.ts';
import { matchReadings, prepareCandidates, prepareQuery, queryReader } from '../src/index.ts';

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

describe('queries of one postcode that are read together', () => {
  it('give the result that each gives by itself, damaged or not', () => {
    const random = seeded(33);
    const homes = [...nationalList({ rows: 600, seed: 34 })];
    const byPostcode = new Map<string, typeof homes>();
    for (const home of homes) byPostcode.set(home.postcode, [...(byPostcode.get(home.postcode) ?? []), home]);
    for (const [postcode, group] of byPostcode) {
      const candidates = prepareCandidates(group);
      const read = queryReader(postcode);
      for (const home of group) {
        const plain = home.address.replace(`, ${postcode}`, '').toLowerCase();
        for (const text of [home.address, plain, `flr 2, ${plain}`, corrupt(random, home).address]) {
          const together = JSON.stringify(matchReadings(read(text), candidates));
          const alone = JSON.stringify(matchReadings(prepareQuery(text, postcode), candidates));
          if (together !== alone) expect(together, text).toBe(alone);
        }
      }
    }
    expect(byPostcode.size).toBeGreaterThan(20);
  });
});
