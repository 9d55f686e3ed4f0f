import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { corrupt, nationalList, seeded } from '../fit/index.ts';
import {
  matchReadings,
  type PreparedQuery,
  parseAddress,
  prepareCandidates,
  prepareQuery,
  queryReader,
  tokenise,
  withinOneEdit,
} from '../src/index.ts';
import { spellingOf } from '../src/text/spelling.ts';

describe('a match that asks for the best home only', () => {
  it('gives the same best home, status, confidence and reasons as a full match', () => {
    const random = seeded(31);
    const homes = [...nationalList({ rows: 6000, seed: 32 })];
    const byPostcode = new Map<string, typeof homes>();
    for (const home of homes) byPostcode.set(home.postcode, [...(byPostcode.get(home.postcode) ?? []), home]);
    let judged = 0;
    for (const [postcode, group] of byPostcode) {
      const candidates = prepareCandidates(group);
      for (const home of group) {
        const [name = '', ...place] = home.address.split(', ');
        // The confidence in a bare name depends on whether another home has the name in its address.
        for (const text of [corrupt(random, home).address, name, `${name}, ${place.at(-2)}`]) {
          const query = prepareQuery(text, postcode);
          const whole = matchReadings(query, candidates);
          const alone = matchReadings(query, candidates, { bestOnly: true });
          judged += 1;
          const shown = [alone.status, alone.best?.candidate.uprn, alone.best?.confidence, alone.reasons];
          expect(shown, text).toEqual([
            whole.status,
            whole.best?.candidate.uprn,
            whole.best?.confidence,
            whole.reasons,
          ]);
        }
      }
    }
    expect(judged).toBe(3 * homes.length);
  });

  it('is ambiguous for a bare name that also occurs in the address of another home', () => {
    const names = [
      'QUAX HALL COMMUNITY CENTRE, OLD QUAX HALL, 12 HIGH STREET',
      'THE VESTRY, QUAX HALL COMMUNITY CENTRE, HIGH STREET',
    ];
    const homes = [...names, 'ROSE COTTAGE, MILL LANE', 'THE VINES, MILL LANE'].map((address, i) => ({
      uprn: i + 1,
      address: `${address}, XANBURY, XE1 2AB`,
      postcode: 'XE1 2AB',
    }));
    const query = prepareQuery('Quax Hall Community Centre', 'XE1 2AB');
    const statusAmong = (listed: typeof homes) =>
      matchReadings(query, prepareCandidates(listed), { bestOnly: true }).status;
    expect(statusAmong(homes)).toBe('ambiguous');
    expect(statusAmong(homes.filter(({ uprn }) => uprn !== 2))).toBe('matched');
  });
});

describe('queries of one postcode that are read together', () => {
  it('give the same result as each query read alone, damaged or not', () => {
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

  it('keep each reading that depends on the value of a number', () => {
    const read = queryReader('XE1 2AB');
    const texts = ['2, 4 Oak Road', '9, 4 Oak Road', 'Unit 6, 7, Quax Park', 'Unit 6, 9, Quax Park'];
    for (const text of [...texts, 'Quax 860, 12 The Green', 'Quax 1860, 12 The Green']) {
      const alone = prepareQuery(text, 'XE1 2AB').map(({ parsed }) => parsed);
      expect(read(text).map(({ parsed }) => parsed)).toEqual(alone);
    }
  });

  it('have the same readings as each hard case read alone, whatever number it contains', () => {
    const folder = new URL('../cases/', import.meta.url);
    const cases = readdirSync(folder).flatMap(
      (file) => parse(readFileSync(new URL(file, folder), 'utf8')) as { query: string; postcode: string }[],
    );
    const plain = (readings: PreparedQuery[]) => readings.map(({ parsed, text }) => ({ parsed, text }));
    const differing = cases.flatMap(({ query, postcode }) =>
      ['$&', '$&$&', '1$&'].flatMap((longer) => {
        const text = query.replace(/(?<![0-9])[0-9]{1,2}(?![0-9])/g, longer);
        const together = JSON.stringify(plain(queryReader(postcode)(text)));
        return together === JSON.stringify(plain(prepareQuery(text, postcode))) ? [] : [text];
      }),
    );
    expect(cases.length).toBeGreaterThan(2000);
    expect(differing).toEqual([]);
  });

  it('and listed addresses that are read together have the same reading as each alone', () => {
    const homes = ['FLATS 6, 8, OAK COURT, XE1 2AB', 'FLATS 6, 7, OAK COURT, XE1 2AB'].map((address, i) => ({
      uprn: i + 1,
      address,
      postcode: 'XE1 2AB',
    }));
    const together = prepareCandidates(homes).map(({ prepared }) => prepared.parsed);
    expect(together).toEqual(homes.map((home) => prepareCandidates([home])[0]!.prepared.parsed));
    expect(together[1]!.unit).toBe('6-7');
  });

  it('and a listed business with a year in its name has the same reading as alone', () => {
    const address = 'QUAX 1860, 12 THE GREEN, XANBURY, XE1 2AB';
    const [home] = prepareCandidates([{ uprn: 1, address, postcode: 'XE1 2AB' }]);
    expect(home!.prepared.parsed).toEqual(parseAddress(address, 'XE1 2AB'));
    expect(home!.prepared.parsed).toMatchObject({ of_business: true, unit: null, number: { from: 12 } });
  });
});

describe('listed addresses of one postcode that are read together', () => {
  it('have the same spelling as each has alone', () => {
    const odd = [
      '1 Quäx Street, Quaxby, XE1 2AB',
      'FLAT 2, 14 OLD ST, QUAXBY, ENGLAND, XE1 2AB',
      '1ST FLOOR, XE1 2AB',
    ];
    const listed = [
      ...nationalList({ rows: 600, seed: 35 }),
      ...odd.map((address) => ({ uprn: 1, address, postcode: 'XE1 2AB' })),
    ];
    for (const candidate of prepareCandidates(listed)) {
      const { address, postcode } = candidate.candidate;
      for (const asked of [postcode, 'XS1 1AA', null])
        expect(candidate.spelling(asked), address).toEqual(spellingOf(tokenise(address, asked)));
    }
  });
});

describe('two words', () => {
  it('are within one edit if one letter was dropped, added, altered or swapped with the next, and else are not', () => {
    let words = [''];
    for (let i = 0; i < 5; i += 1)
      words = [...new Set([...words, ...words.flatMap((w) => [`${w}A`, `${w}B`])])];
    const edits = (word: string) => {
      const made = [word];
      for (let i = 0; i < word.length; i += 1) {
        const [before, after] = [word.slice(0, i), word.slice(i + 1)];
        made.push(before + after, `${before}A${after}`, `${before}B${after}`);
        made.push(before + after.slice(0, 1) + word[i] + after.slice(1));
      }
      return new Set(made);
    };
    for (const one of words)
      for (const other of words) {
        const expected = edits(one).has(other) || edits(other).has(one);
        expect(withinOneEdit(one, other), `${one} ${other}`).toBe(expected);
      }
  });
});
