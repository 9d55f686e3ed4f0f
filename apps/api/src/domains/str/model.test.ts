import { expect, it } from 'vitest';
import type { Place } from '../../location/place.ts';
import type { CountedShortLet } from './market.query.ts';
import { countsTowards, dormantOf, figuresOf, isActive, ofBedrooms, ofType, rulesOf } from './model.ts';

/** An active home with enough reviews and a plausible price. */
const LISTING: CountedShortLet = {
  seen_on: '2026-06-01',
  listing_type: 'entire_home',
  price_pn: 100,
  price_usable: true,
  reviews: 5,
  reviews_12m: 1,
  nights_12m: 73,
  availability_365: 1,
  bedrooms: 2,
};
const listing = (facts: Partial<CountedShortLet>): CountedShortLet => ({ ...LISTING, ...facts });

it('treats a listing as active if it has open days, a review within the year, or no known availability', () => {
  const activeOf = (availability_365: number | null, reviews_12m: number) =>
    isActive(listing({ availability_365, reviews_12m }));
  expect([activeOf(1, 0), activeOf(0, 1), activeOf(null, 0), activeOf(0, 0)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('counts a listing in the figures only if it is active, has five reviews and a usable price', () => {
  const facts: Partial<CountedShortLet>[] = [
    {},
    { reviews: 4 },
    { price_usable: false },
    { price_pn: null },
    { availability_365: 0, reviews_12m: 0 },
  ];
  expect(facts.map((one) => countsTowards(listing(one)))).toEqual([true, false, false, false, false]);
});

it('reports dormant listings with enough data separately, with the revenue of all listings', () => {
  const dormant = listing({ availability_365: 0, reviews_12m: 0, nights_12m: 0 });
  const rows = [...Array(6).fill(LISTING), ...Array(4).fill(dormant), { ...dormant, reviews: 4 }];
  const told = dormantOf(rows);
  expect(told.listings).toBe(4);
  expect(told.revenue_pcm_with_dormant).toMatchObject({ n: 10, mean: (6 * 100 * 73) / 12 / 10 });
  expect(figuresOf(rows)).toMatchObject({
    adr: { n: 6, median: 100 },
    occupancy_pct: { n: 6, median: 20 },
    revpar: { n: 6, median: 20 },
    revenue_pcm: { n: 6, median: 608.33 },
  });
});

it('groups five and more bedrooms, and matches no listing with unknown bedrooms to a number', () => {
  const found = (asked: number | undefined) =>
    [4, 5, 6, null].filter((bedrooms) => ofBedrooms(listing({ bedrooms }), asked));
  expect([found(4), found(5), found(3), found(undefined)]).toEqual([[4], [5, 6], [], [4, 5, 6, null]]);
  expect(['all', 'entire_home', 'private_room'].map((type) => ofType(LISTING, type))).toEqual([
    true,
    true,
    false,
  ]);
});

it('gives a cap of nights only in Greater London, and a licence that every host needs only in Scotland', () => {
  const told = (country: Place['country'], local_authority_code: string | null) => {
    const { night_cap, licence_required } = rulesOf({ country, local_authority_code } as Place);
    return { night_cap, licence_required };
  };
  const unknown = { night_cap: null, licence_required: null };
  expect(told('England', 'E09000001')).toEqual({ ...unknown, night_cap: 90 });
  expect(told('Scotland', 'S12000036')).toEqual({ ...unknown, licence_required: true });
  for (const [country, code] of [
    ['England', 'E06000023'],
    ['England', null],
    ['Wales', 'W06000015'],
    [null, null],
  ] as const)
    expect(told(country, code)).toEqual(unknown);
});
