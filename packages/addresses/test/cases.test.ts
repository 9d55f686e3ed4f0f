import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONFLICT_CAP, matchAddress } from '../src/index.ts';

interface Case {
  query: string;
  postcode: string;
  homes: string[];
  /**
   * `found`: the first home is the best candidate, matched or not; `not_matched`: the best candidate is not a match,
   * whichever home it is.
   */
  expect: 'matched' | 'found' | 'ambiguous' | 'parent_only' | 'no_match' | 'not_matched';
  why: string;
}

const folder = new URL('../cases/', import.meta.url);
const POSTCODE = /, (X[A-Z][0-9]+ [0-9][A-Z]{2})$/;

for (const file of readdirSync(folder).sort()) {
  const cases = parse(readFileSync(new URL(file, folder), 'utf8')) as Case[];
  describe(file.replace('.yaml', ''), () => {
    it.each(cases)('$query: $expect, since $why', (one) => {
      const homes = one.homes.map((address, i) => ({
        uprn: i + 1,
        address,
        postcode: POSTCODE.exec(address)?.[1] ?? one.postcode,
      }));
      const { status, best, alternatives } = matchAddress(
        { address: one.query, postcode: one.postcode },
        homes,
      );
      switch (one.expect) {
        case 'matched':
          expect([status, best?.candidate.uprn]).toEqual(['matched', 1]);
          break;
        case 'found':
          expect(best?.candidate.uprn).toBe(1);
          break;
        case 'not_matched':
          expect(status).not.toBe('matched');
          break;
        default:
          expect(status).toBe(one.expect);
      }
      for (const other of [best, ...alternatives]) {
        if (!other || (other.evidence.number !== 'conflict' && other.evidence.unit !== 'conflict')) continue;
        expect(other.confidence).toBeLessThanOrEqual(CONFLICT_CAP);
      }
    });
  });
}
