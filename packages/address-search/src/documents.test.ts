import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type Candidate,
  normalisePostcode,
  parseAddress,
  prepareAddress,
  prepareCandidates,
} from '@domesday/addresses';
import { nationalList } from '@domesday/addresses/fit';
import { sharedData } from '@domesday/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { reader, readingOf } from './documents.ts';

/**
 * Reads every address twice, once with readings shared by addresses of one shape in a postcode and once by itself.
 * Expects equal results, both for the index and for matching. Returns the number of addresses.
 */
function compare(homes: Iterable<{ address: string; postcode: string }>): number {
  const readers = new Map<string, ReturnType<typeof reader>>();
  const candidates: Array<Candidate & { postcode: string }> = [];
  let count = 0;
  for (const { address, postcode } of homes) {
    let read = readers.get(postcode);
    if (!read) {
      read = reader(postcode);
      readers.set(postcode, read);
    }
    count += 1;
    const alike = read(address.toUpperCase());
    const alone = readingOf(address.toUpperCase(), postcode);
    if (JSON.stringify(alike) !== JSON.stringify(alone)) expect(alike, address).toEqual(alone);
    candidates.push({ uprn: count, address, postcode });
  }
  for (const { candidate, prepared } of prepareCandidates(candidates)) {
    const alone = prepareAddress(parseAddress(candidate.address, candidate.postcode));
    if (JSON.stringify(prepared) !== JSON.stringify(alone))
      expect(prepared, candidate.address).toEqual(alone);
  }
  return count;
}

describe('reading the addresses of a postcode together, by their shape', () => {
  it('gives the same as reading each address alone, on a made-up national list', () => {
    expect(compare(nationalList({ rows: 15_000, seed: 5 }))).toBe(15_000);
  });

  it('gives the same on the hard cases, also with other numbers in them', () => {
    const folder = new URL('../../addresses/cases/', import.meta.url);
    const homes = new Map<string, { address: string; postcode: string }>();
    const add = (address: string, postcode: string) =>
      homes.set(`${address}|${postcode}`, { address, postcode });
    for (const file of readdirSync(folder)) {
      const cases = parse(readFileSync(new URL(file, folder), 'utf8')) as Array<{
        query: string;
        homes: string[];
        postcode: string;
      }>;
      for (const { query, homes: given, postcode } of cases) {
        const spelt = normalisePostcode(postcode) ?? 'XE1 2AB';
        for (const address of [query, ...given]) {
          add(address, spelt);
          const bare = address.replace(/, X[A-Z][0-9]+ [0-9][A-Z]{2}$/, '');
          for (const number of [1, 2, 10, 400])
            add(`${bare.replace(/[0-9]+/, String(number))}, ${spelt}`, spelt);
        }
      }
    }
    expect(compare(homes.values())).toBeGreaterThan(2000);
  });

  const folder = sharedData();
  it.skipIf(!folder)('gives the same on the addresses of two real districts', () => {
    let count = 0;
    for (const name of ['addresses-LE16.csv.gz', 'addresses-barbican.csv.gz']) {
      const text = gunzipSync(readFileSync(join(folder!, 'standin', name))).toString();
      const homes = [...text.matchAll(/"([^"]+?, ([A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}))"/g)];
      count += compare(homes.map(([, address, postcode]) => ({ address: address!, postcode: postcode! })));
    }
    expect(count).toBeGreaterThan(10_000);
  });
});
