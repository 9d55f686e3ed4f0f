import { gzipSync } from 'node:zlib';
import { type Mirror, startMirror } from '@domesday/testing';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let s: Scratch;
let mirror: Mirror;
beforeAll(async () => {
  s = await scratch();
});
beforeEach(async () => {
  mirror = await startMirror();
  return () => mirror.close();
});
afterAll(() => s?.drop());

/** An area file of planning data; made up. */
const AREAS =
  'dataset,entity,geometry,name,reference\nconservation-area,1,"MULTIPOLYGON(((0.5 51.5,0.51 51.5,0.51 51.51,0.5 51.5)))",Made up,CA1\n';
const WHOLE = Buffer.from(CODE_POINT('XE1 1AA').repeat(3000));

it.each([
  ['an archive that is cut short', 'code-point-open', WHOLE, gzipSync(WHOLE).subarray(0, -60)],
  ['a table that ends within quotation marks', 'code-point-open', WHOLE, `${CODE_POINT('XE1 1AB')}"XE1`],
  ['areas in an archive that is cut short', 'planning-data', AREAS, gzipSync(AREAS).subarray(0, -20)],
])('of several downloads only the damaged one is downloaded again: %s', async (_what, dataset, good, bad) => {
  const names = ['first.csv', 'damaged.csv', 'last.csv'];
  for (const name of names)
    mirror.file(`boats.example/${dataset}/${name}`, name === 'damaged.csv' ? bad : good, {
      etag: `"${name}"`,
    });
  const load = () =>
    refusal(
      s.load(
        dataset,
        names.map((name) => `https://boats.example/${dataset}/${name}`),
        { fetch: mirror.fetch },
      ),
    );
  await load();
  mirror.seen.length = 0;
  await load();
  const asked = mirror.seen.map(({ at, headers }) => [
    at.split('/').at(-1),
    headers['if-none-match'] ?? null,
  ]);
  expect(asked).toEqual([
    ['first.csv', '"first.csv"'],
    ['damaged.csv', null],
    ['last.csv', '"last.csv"'],
  ]);
});
