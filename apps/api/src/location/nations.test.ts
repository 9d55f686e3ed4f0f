import { expect, it } from 'vitest';
import { nearBorder, nearScotland } from './nations.ts';
import type { Country } from './place.ts';

const KM = 1000;

// Grid references of places on either side of each border, and well inland.
it.each<[where: string, Country, easting: number, northing: number, near: boolean]>([
  ['Chester', 'England', 340_500, 366_500, true],
  ['the Forest of Dean', 'England', 355_000, 210_000, true],
  ['Shrewsbury', 'England', 349_000, 312_500, true],
  ['Hereford plus 4 km', 'England', 359_900, 240_000, true],
  ['Worcester', 'England', 385_000, 255_000, false],
  ['the Severn at Avonmouth', 'England', 351_000, 178_000, true],
  ['a beach 4 km south of the lines of Wales', 'England', 330_000, 160_100, true],
  ['Exeter', 'England', 292_000, 92_500, false],
  ['Taunton', 'England', 322_500, 124_500, false],
  ['the Wirral 3 km north of the lines of Wales', 'England', 327_000, 399_000, true],
  ['Southport', 'England', 333_500, 417_000, false],
  ['Carlisle', 'England', 340_000, 556_000, true],
  ['4 km south of the lines of Scotland', 'England', 420_000, 526_000, true],
  ['York', 'England', 460_000, 452_000, false],
  ['Wrexham', 'Wales', 333_500, 350_500, true],
  ['4 km west of the lines of England', 'Wales', 306_000, 250_000, true],
  ['Aberystwyth', 'Wales', 258_500, 281_500, false],
  ['Gretna', 'Scotland', 332_000, 567_000, true],
  ['4 km north of the lines of England', 'Scotland', 390_000, 662_000, true],
  ['Perth', 'Scotland', 311_500, 723_500, false],
])('says whether another nation may lie within 5 km of %s', (_where, country, easting, northing, near) => {
  expect(nearBorder(easting, northing, country, 5 * KM)).toBe(near);
});

it('extends farther for a longer distance', () => {
  expect(nearBorder(400_000, 250_000, 'England', 60 * KM)).toBe(true);
  expect(nearBorder(258_500, 281_500, 'Wales', 60 * KM)).toBe(true);
  expect(nearBorder(460_000, 452_000, 'England', 60 * KM)).toBe(false);
});

it.each<[where: string, easting: number, northing: number, near: boolean]>([
  ['Longtown', 338_000, 568_500, true],
  ['Kielder', 362_500, 593_500, true],
  ['the Cheviot', 390_900, 620_500, true],
  ['Cornhill-on-Tweed', 386_000, 639_500, true],
  ['Berwick-upon-Tweed', 399_800, 653_000, true],
  ['Bowness-on-Solway', 322_300, 562_700, true],
  ['Newcastle', 425_000, 565_000, false],
  ['Alnwick', 418_700, 613_000, false],
  ['Bamburgh', 418_000, 634_900, false],
  ['Penrith', 351_500, 530_500, false],
  ['Whitehaven', 297_500, 518_000, false],
])('says whether Scotland may lie within 5 km of %s', (_where, easting, northing, near) => {
  expect(nearScotland(easting, northing, 5 * KM)).toBe(near);
});
