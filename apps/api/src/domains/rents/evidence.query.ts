import { columnsOf, listOf, namesOf, query, type RowOf, required, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import { mayLieIn, REACHED } from '../../location/unplaced.query.ts';
import { HOMES, ofKind } from './demand.query.ts';

export const LETTING = {
  ...columnsOf('lettings', ['rent_pcm', 'bedrooms', 'property_type', 'room_type', 'bills_included']),
  ...columnsOf('lettings', ['advertised_on']),
  ...required(columnsOf('lettings', ['let_on'])),
};
export type LettingRow = RowOf<typeof LETTING>;

/**
 * Lettings in a place from the operator's feed, agreed in a range of days: whole homes, or rooms. Indexes:
 * lettings_postcode, lettings_position.
 */
export const lettingsInPlace = areaStatement({
  name: 'lettings-in-place',
  parameters: { from: 'date', to: 'date', rooms: 'bool' },
  row: LETTING,
  columns: { postcode: 'l.postcode', position: 'l.position' },
  build: ({ from, to, rooms }, inArea) => sql`
    select ${listOf(LETTING, 'l')} from lettings l
    where l.let_on between ${from} and ${to} and (l.room_type is not null) = ${rooms} and ${inArea}`,
});

/** The same within a distance of a point, each with its distance; index lettings_position. */
export const lettingsWithin = statement({
  name: 'lettings-within',
  parameters: {
    ...{ from: 'date', to: 'date', rooms: 'bool' },
    ...{ easting: 'float8', northing: 'float8', within_m: 'float8' },
  },
  row: { ...LETTING, distance_m: 'float8' },
  build: (v) => sql`
    select ${listOf(LETTING, 'l')}, l.position <-> point(${v.easting}, ${v.northing}) as distance_m
    from lettings l
    where l.let_on between ${v.from} and ${v.to} and (l.room_type is not null) = ${v.rooms}
      and l.position <@ circle(point(${v.easting}, ${v.northing}), ${v.within_m})`,
});

/** How many matching lettings may lie in an area but cannot be found by it; index lettings_unplaced. */
export const unplacedLettings = statement({
  name: 'unplaced-lettings',
  parameters: { from: 'date', to: 'date', rooms: 'bool', ...HOMES, ...REACHED },
  row: { n: 'int8' },
  build: (v) => sql`
    select count(*) as n from lettings l
     where l.let_on between ${v.from} and ${v.to} and (l.room_type is not null) = ${v.rooms} and ${ofKind(v)}
       and ${mayLieIn({ postcode: 'l.postcode', position: 'l.position' }, v)}`,
});

const LIST_OF_RENTS = {
  ...columnsOf('lha_rents', ['brma_name', 'year', 'category', 'n', 'mean_pw', 'min_pw', 'p10_pw', 'p25_pw']),
  ...columnsOf('lha_rents', ['p30_pw', 'median_pw', 'p75_pw', 'p90_pw', 'max_pw']),
};
export type ListOfRentsRow = RowOf<typeof LIST_OF_RENTS>;

/** The list of rents of a market area: all categories of its newest year; primary key of lha_rents. */
export const listOfRents = statement({
  name: 'list-of-rents',
  parameters: { brma_key: 'text' },
  row: LIST_OF_RENTS,
  build: ({ brma_key }) =>
    query
      .selectFrom('lha_rents')
      .select(namesOf(LIST_OF_RENTS))
      .where('brma_key', '=', brma_key)
      .where('year', '=', ({ selectFrom }) =>
        selectFrom('lha_rents')
          .where('brma_key', '=', brma_key)
          .select(({ fn }) => fn.max('year').as('newest')),
      )
      .orderBy('category'),
});

const LHA_RATE = {
  ...columnsOf('lha_rates', ['brma_key', 'year', 'category']),
  weekly: 'float8',
  monthly: 'float8',
} as const;
export type LhaRateRow = RowOf<typeof LHA_RATE>;

/**
 * Allowance rates of market areas for every year. A monthly rate that is not published is 52/12 of the weekly one,
 * rounded to the penny. Primary key of lha_rates.
 */
export const lhaRates = statement({
  name: 'lha-rates',
  parameters: { brma_keys: '_text' },
  row: LHA_RATE,
  build: ({ brma_keys }) => sql`
    select brma_key, year, category,
      coalesce(weekly, round((monthly * 12 / 52)::numeric, 2)::float8) as weekly,
      coalesce(monthly, round((weekly * 52 / 12)::numeric, 2)::float8) as monthly
    from lha_rates where brma_key = any (${brma_keys}) order by brma_key, year desc, category`,
});

const INDEX = {
  ...columnsOf('private_rents', ['area_code', 'area_name', 'segment', 'month', 'rent_pcm', 'index_value']),
  ...columnsOf('private_rents', ['annual_change_pct']),
};
export type IndexRow = RowOf<typeof INDEX>;

/**
 * The official private rent index of an authority, or of a Scottish market area: all segments of the newest month, and
 * the months since `from` of one segment. Primary key of private_rents, private_rents_brma.
 */
export const privateRents = statement({
  name: 'private-rents',
  parameters: { codes: '_text', brma_key: 'text?', segment: 'text', from: 'date' },
  row: INDEX,
  build: ({ codes, brma_key, segment, from }) => sql`
    with area as (
      select area_code, max(month) as newest from private_rents
      where segment = 'all' and (area_code = any (${codes}) or brma_key = ${brma_key})
      group by area_code order by newest desc, area_code limit 1)
    select ${listOf(INDEX, 'r')}
    from area a join private_rents r on r.area_code = a.area_code
    where r.month = a.newest or (r.segment = ${segment} and r.month >= ${from})
    order by r.month, r.segment`,
});
