import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Candidate, matchReadings, prepareCandidates, prepareQuery } from '@domesday/addresses';
import { corrupt, nationalList, seeded } from '@domesday/addresses/fit';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { MATCHING } from '../editions.ts';

interface Asked {
  query: string;
  postcode: string;
  homes: readonly Candidate[];
}

const CASES = new URL('../../../addresses/cases/', import.meta.url);

function* hardCases(): Generator<Asked> {
  for (const file of readdirSync(CASES).sort())
    for (const { query, postcode, homes } of parse(readFileSync(new URL(file, CASES), 'utf8')) as {
      query: string;
      postcode: string;
      homes: string[];
    }[])
      yield { query, postcode, homes: homes.map((address, i) => ({ uprn: i + 1, address, postcode })) };
}

/** Made-up homes as people write them, each with the listed homes of its postcode. One in five is not listed itself. */
function* writtenHomes(): Generator<Asked> {
  const random = seeded(11);
  const all = [...nationalList({ rows: 1500, seed: 11 })];
  for (const home of all) {
    const query = corrupt(random, home).address;
    const unlisted = random() < 0.2;
    const homes = all.filter((one) => one.postcode === home.postcode && !(unlisted && one === home));
    yield { query, postcode: home.postcode, homes };
  }
}

/** A hash of the link that each text would get: its home, and the confidence in hundredths. */
function linked(all: Iterable<Asked>): string {
  const sum = createHash('sha256');
  for (const { query, postcode, homes } of all) {
    const readings = prepareQuery(query, postcode);
    const { status, best } = matchReadings(readings, prepareCandidates(homes), { bestOnly: true });
    const link = status === 'matched' ? [best!.candidate.uprn, best!.confidence.toFixed(2)] : null;
    sum.update(JSON.stringify([query, postcode, link]));
  }
  return sum.digest('hex').slice(0, 12);
}

it('has a new edition number whenever matching gives other links, so that old links are rebuilt', () => {
  // If a sum differs, raise MATCHING in editions.ts, and write both here and, with `-u`, in editions.test.ts. If only
  // cases were added to packages/addresses/cases, with the same answers as before, write only the new sum here.
  expect([MATCHING, linked(hardCases()), linked(writtenHomes())]).toEqual([
    13,
    '41b8fbd491d6',
    '6bac075dc254',
  ]);
});
