import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { prepareQuery } from '../src/index.ts';
import { EVERY_SIGN, signsIn } from '../src/text/given-signs.ts';

const folder = new URL('../cases/', import.meta.url);
const texts = readdirSync(folder).flatMap((file) =>
  (parse(readFileSync(new URL(file, folder), 'utf8')) as { query: string }[]).map(({ query }) => query),
);
/** Ways to write the same text. Each adds or removes characters, so that other rules apply. */
const WRITTEN: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replaceAll(',', ''),
  (text) => `Unit 5/6, ${text}`,
  (text) => `${text} and 14`,
  (text) => `${text}, tel 01234 567890`,
  (text) => `${text} 07700 900123`,
];

const POSTCODES = [null, 'XE1 1AA', 'EH1 1AA'];

it('reads each text as if every rule were tried, so that no rule is skipped that would apply', () => {
  const asked = new Set<string>();
  let passed_over = 0;
  for (const [i, text] of texts.entries())
    for (const [w, written] of WRITTEN.entries()) {
      const given = written(text);
      if (asked.has(given)) continue;
      asked.add(given);
      if (signsIn(given) !== EVERY_SIGN) passed_over += 1;
      // The text itself and its lower-case form are tried with every postcode, every other way to write it with one.
      for (const postcode of w < 2 ? POSTCODES : [POSTCODES[(i + w) % POSTCODES.length] ?? null]) {
        const read = prepareQuery(given, postcode);
        const all = prepareQuery(given, postcode, undefined, EVERY_SIGN);
        if (JSON.stringify(read) !== JSON.stringify(all)) expect(read, given).toEqual(all);
      }
    }
  expect(passed_over).toBeGreaterThan(texts.length);
});
