import { expect, it } from 'vitest';
import { withoutStop } from './errors.ts';
import { exactJson } from './exact-json.ts';
import { looksLikeWkt } from './features/wkt.ts';
import { readXml } from './features/xml.ts';
import { numberOf, poundsOf } from './values.ts';

/** Work that grows with the square of the length takes minutes, so the runner ends it here. */
const LONGEST_MS = 60_000;
/** The greatest length of a cell of a table. */
const LONG = 256 * 1024;
const cell = (part: string, end = 'x') => part.repeat(LONG / part.length) + end;

it.each<[string, () => unknown, unknown]>([
  ['digits that are no number', () => numberOf(cell('1')), null],
  ['digits that are no price', () => poundsOf(`£${cell('1')}`), null],
  ['blanks in a geometry', () => looksLikeWkt(`POLYGON${cell(' ')}`), false],
  ['full stops in a message', () => withoutStop(cell('. ')), cell('. ')],
])('%s are read once, not again from each character', { timeout: LONGEST_MS }, (_what, read, result) => {
  expect(read()).toBe(result);
});

it('quotes of JSON that are not closed are read once, not again from each character', {
  timeout: LONGEST_MS,
}, () => {
  expect(() => exactJson(`1234567890123456"${cell('\\"', '')}`)).toThrow(SyntaxError);
});

it.each([
  ['1', 1],
  ['1.', 1],
  ['.5', 0.5],
  ['+1.5e3', 1500],
  ['1e', null],
  ['.', null],
])('the number of %j is %s', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

it('spaces between the coordinates of KML are read once, not again from each space', {
  timeout: LONGEST_MS,
}, async () => {
  const coordinates = `1,2${' '.repeat(LONG)}3 , 4`;
  const kml = `<kml><Placemark><name>a</name><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark></kml>`;
  const items = [];
  for await (const item of readXml(once(kml))) items.push(item);
  expect(JSON.stringify(items)).toContain('[[1,2],[3,4]]');
});

async function* once(text: string) {
  yield { text, line: 1 } as never;
}
