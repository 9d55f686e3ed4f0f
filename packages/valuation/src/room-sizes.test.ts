import { expect, it } from 'vitest';
import { doublingIndex } from '../test/doubling-index.ts';
import { fitRoomSizes } from './fit/room-sizes.ts';
import { DEFAULT_SETTINGS, estimateSale, type SaleEvidence } from './index.ts';
import { FITTED_TYPES } from './places.ts';
import { areaOfRooms, roomsOfBedrooms, USUAL_ROOM_SIZES } from './room-sizes.ts';
import { cleanSales, type SaleRow } from './sales-table.ts';

const terraced = FITTED_TYPES.indexOf('terraced');
const sizeOf = (area_sqm: number, rooms: number) => Math.log(area_sqm / rooms ** 0.9);

/** A made-up sale of a terraced house of 90 m² in four rooms. */
const sale = (paon: string, other: Partial<SaleRow> = {}): SaleRow => ({
  transaction_id: `${paon} ${other.date ?? ''}`,
  price: 200_000,
  date: '2020-02-03',
  postcode: 'XE1 2AB',
  property_type: 'terraced',
  new_build: false,
  tenure: 'Freehold',
  saon: '',
  paon,
  street: 'OAKLEAF ROAD',
  locality: '',
  town: 'XANBURY',
  category: 'standard',
  floor_area_sqm: 90,
  floor_area_lodged_on: '2019-01-01',
  habitable_rooms: 4,
  ...other,
});
const fitted = (rows: SaleRow[]) => {
  const table = cleanSales(rows);
  return fitRoomSizes(table, table.n, '2020-06-01')[terraced]!;
};

it('counts one living room with up to three bedrooms, and two with more', () => {
  expect([0, 1, 3, 4, 6].map(roomsOfBedrooms)).toEqual([1, 2, 4, 6, 8]);
});

it('counts 24 m² for the first room and less for each next room, and a home without rooms as one room', () => {
  const areas = [0, 1, 2, 5].map((rooms) => areaOfRooms(rooms, 'terraced', USUAL_ROOM_SIZES));
  expect(areas).toEqual([24, 24, 44.8, 102.2]);
});

it('fits the room size of a type to its homes, each once, and weighs the usual size like twenty homes', () => {
  const usual = USUAL_ROOM_SIZES[terraced]!;
  expect(fitted([sale('1', { habitable_rooms: null }), sale('2', { property_type: 'flat' })])).toBe(usual);
  expect(fitted([sale('1', { floor_area_lodged_on: '2020-07-01' }), sale('2', { floor_area_sqm: 3 })])).toBe(
    usual,
  );
  const own = sizeOf(90, 4);
  const twenty = Array.from({ length: 20 }, (_, n) => sale(`${n}`));
  expect(fitted(twenty)).toBeCloseTo((usual + own) / 2, 10);
  const again = twenty.map(({ paon }) =>
    sale(paon, { date: '2020-04-03', price: 210_000, habitable_rooms: 1 }),
  );
  expect(fitted([...twenty, ...again])).toBeCloseTo((usual + own) / 2, 10);
});

it('widens the interval of a value from an inferred floor area by as much as homes with equal rooms differ', () => {
  const log_price = Math.log(200_000) - Math.log(200);
  const of_place = { n: 30, geography: 'street' };
  const evidence: SaleEvidence = {
    as_of: '2020-01-15',
    subject: {
      property_type: 'terraced',
      tenure: 'Freehold',
      new_build: false,
      postcode: 'XE1 2AB',
      street: 'LOW ROAD',
      position: { easting: 100, northing: 100 },
      floor_area_sqm: 90,
      construction_age: null,
    },
    past_sales: [],
    odd_sales: [],
    index: doublingIndex('2010-01', '2020-01'),
    location: { log_price, ...of_place },
    price_per_area: {
      log_price_per_sqm: log_price - Math.log(90),
      reference_area_sqm: 90,
      elasticity: 0.8,
      ...of_place,
    },
    candidates: [],
    settings: DEFAULT_SETTINGS,
  };
  const [known, inferred] = [false, true].map((floor_area_inferred) => {
    const subject = { ...evidence.subject, floor_area_inferred };
    const { method, value, interval_80 } = estimateSale({ ...evidence, subject })!;
    return { method, value, width: Math.log(interval_80.high / value) };
  });
  expect(inferred).toMatchObject({ method: 'sqft_estimate', value: known!.value });
  // The areas of homes with equal rooms have a standard deviation of a fifth: 0.16 in log price. 80 in 100 homes differ
  // by at most 1.28 standard deviations.
  expect(inferred!.width).toBeCloseTo(Math.hypot(known!.width, 1.28 * 0.16), 3);
});
