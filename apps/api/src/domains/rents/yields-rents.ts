import { andMore, bedroomsIn, FIVE_AND_MORE } from '../../statistics/bedrooms.ts';
import { wholeMonth } from '../../statistics/dates.ts';
import { quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import type { LettingRow } from './evidence.query.ts';
import { type IndexRents, type ListRents, matches } from './evidence.ts';
import { categoryOf, quantilesOfList, segmentOf } from './model.ts';
import type { RentSide, YieldAsked } from './yields-model.ts';

/** Where and when the lettings of a feed were agreed. */
type Agreed = Pick<RentSide['of'], 'area' | 'period'>;

export function feedSide(lettings: LettingRow[], asked: YieldAsked, agreed: Agreed): RentSide | null {
  const { bedrooms, property_type } = asked;
  const alike = lettings.filter((letting) => matches(letting, { property_type }));
  const rents = (beds: number | undefined) =>
    quantilesOf(
      alike.filter((letting) => matches(letting, { bedrooms: beds })).map((letting) => letting.rent_pcm),
    );
  const q = rents(bedrooms);
  if (q.median === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const beds of [0, 1, 2, 3, 4, 5]) {
    const { median } = rents(beds);
    if (median !== null) by_bedrooms.set(beds, median);
  }
  return {
    rent_pcm: q.median,
    low: q.p25,
    high: q.p75,
    n: q.n,
    basis: 'achieved',
    dataset: 'operator-lettings',
    months: 0,
    of: {
      bedrooms: bedrooms ?? null,
      and_more: bedrooms === FIVE_AND_MORE,
      property_type: property_type ?? 'all',
      source: 'operator-lettings',
      ...agreed,
    },
    by_bedrooms,
  };
}

export function listSide(list: ListRents, asked: YieldAsked): RentSide | null {
  // The list of rents has no types of dwelling.
  if (asked.property_type !== undefined) return null;
  const category = asked.bedrooms === undefined ? 'B-E' : categoryOf(asked.bedrooms);
  const row = list.rows.find((candidate) => candidate.category === category);
  const q = row && quantilesOfList(row);
  if (!q || q.median === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const candidate of list.rows) {
    const median = quantilesOfList(candidate).median;
    if ('BCDE'.includes(candidate.category) && median !== null)
      by_bedrooms.set('ABCDE'.indexOf(candidate.category), median);
  }
  return {
    rent_pcm: q.median,
    low: q.p25,
    high: q.p75,
    n: q.n,
    basis: 'achieved',
    dataset: 'lha-list-of-rents',
    months: 0,
    of: {
      bedrooms: asked.bedrooms === undefined ? null : bedroomsIn('lha-list-of-rents', asked.bedrooms),
      and_more: false,
      property_type: 'all',
      source: 'lha-list-of-rents',
      area: list.area.name,
      period: list.period,
    },
    by_bedrooms,
  };
}

export function indexSide(index: IndexRents, asked: YieldAsked): RentSide | null {
  // The index gives bedrooms and types, never both together.
  if (asked.bedrooms !== undefined && asked.property_type !== undefined) return null;
  const segment = segmentOf(asked);
  const mean = segment === null ? null : (index.now.get(segment)?.rent_pcm ?? null);
  if (mean === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const bedrooms of asked.property_type === undefined ? [1, 2, 3, 4] : []) {
    const rent = index.now.get(String(bedrooms))?.rent_pcm ?? null;
    if (rent !== null) by_bedrooms.set(bedrooms, rent);
  }
  return {
    rent_pcm: twoDecimals(mean),
    low: null,
    high: null,
    n: null,
    basis: 'index',
    dataset: 'private-rents',
    months: index.months,
    of: {
      ...classOf(asked.bedrooms),
      property_type: asked.property_type ?? 'all',
      source: 'private-rents',
      area: index.area_name,
      period: wholeMonth(index.newest),
    },
    by_bedrooms,
  };
}

/** The bedroom class of the index for a number of bedrooms. */
function classOf(bedrooms: number | undefined): { bedrooms: number | null; and_more: boolean } {
  if (bedrooms === undefined) return { bedrooms: null, and_more: false };
  const own = bedroomsIn('private-rents', bedrooms);
  return { bedrooms: own, and_more: andMore('private-rents', own) };
}
