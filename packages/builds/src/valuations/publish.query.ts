import { columnsOf, type DbClient, type Queryable, query, sql, statement } from '@domesday/db';
import type { FittedArea } from './fit-area.ts';

const standing = statement({
  name: 'standing-valuation-areas',
  row: columnsOf('valuation_areas', ['area', 'signature']),
  build: () => query.selectFrom('valuation_areas').select(['area', 'signature']),
});

/** The served areas, with the signature of their evidence. Index: the primary key of valuation_areas. */
export async function standingAreas(db: Queryable): Promise<Map<string, string>> {
  const rows = await standing.rows(db);
  return new Map(rows.map((row) => [row.area, row.signature]));
}

/** Whether valuations were ever fitted, by this version or an earlier one that recorded no releases. */
export const everFitted = statement({
  name: 'ever-fitted',
  row: { fitted: 'bool' },
  build: () => sql`select exists (select from valuation_builds) as fitted`,
});

const openBuild = statement({
  name: 'open-valuation-build',
  parameters: columnsOf('valuation_builds', [
    'built_at',
    'known_before',
    'areas_fitted',
    'areas_kept',
    'sales',
    'parameters',
  ]),
  row: columnsOf('valuation_builds', ['id']),
  build: (made) => query.insertInto('valuation_builds').values(made).returning('id'),
});

/** Records a build and returns its number. */
export async function insertBuild(
  client: DbClient,
  build: {
    built_at: Date;
    known_before: string;
    fitted: number;
    kept: number;
    sales: number;
    parameters: unknown;
  },
): Promise<number> {
  const { fitted: areas_fitted, kept: areas_kept, ...rest } = build;
  const parameters = JSON.stringify(build.parameters);
  return (await openBuild.one(client, { ...rest, areas_fitted, areas_kept, parameters })).id;
}

/** Deletes areas with all rows that reference them. Index: the primary key of valuation_areas. */
export const deleteAreas = statement({
  name: 'delete-valuation-areas',
  parameters: { areas: '_text' },
  build: ({ areas }) => sql`delete from valuation_areas where area = any (${areas})`,
});

const addArea = statement({
  name: 'add-valuation-area',
  parameters: columnsOf('valuation_areas', [
    'area',
    'build_id',
    'signature',
    'known_before',
    'sales',
    'intercept',
    'area_intercept',
    'elasticities',
    'settings',
  ]),
  build: (area) => query.insertInto('valuation_areas').values(area),
});

const addIndex = statement({
  name: 'add-valuation-index',
  parameters: columnsOf('valuation_indices', [
    'area',
    'property_type',
    'id',
    'backbone_area',
    'first_month',
    'data_month',
    'slope_per_month',
    'own_slope_per_month',
    'log_levels',
    'recent_sales',
  ]),
  build: (index) => query.insertInto('valuation_indices').values(index),
});

const addPostcodes = statement({
  name: 'add-valuation-postcodes',
  parameters: { area: 'text', postcodes: '_text', effects: '_text' },
  build: ({ area, postcodes, effects }) => sql`
    insert into valuation_postcodes (area, postcode, effects)
    select ${area}, * from unnest (${postcodes}::text[], ${effects}::text[])`,
});

const addComparables = statement({
  name: 'add-valuation-comparables',
  parameters: {
    area: 'text',
    property_types: '_text',
    uprns: '_text',
    eastings: '_float8',
    northings: '_float8',
    sales: '_text',
  },
  build: (v) => sql`
    insert into valuation_comparables (area, property_type, uprn, position, sale)
    select ${v.area}, r.property_type, r.uprn::bigint, point(r.easting, r.northing), r.sale
    from unnest (${v.property_types}::text[], ${v.uprns}::text[], ${v.eastings}::float8[],
                 ${v.northings}::float8[], ${v.sales}::text[])
      as r (property_type, uprn, easting, northing, sale)
    order by r.property_type, r.northing, r.easting`,
});

const addSoldTogether = statement({
  name: 'add-sold-together',
  parameters: { area: 'text', transactions: '_uuid' },
  // A conflict arises for a sale whose postcode was corrected: it moves to another area.
  build: ({ area, transactions }) => sql`
    insert into sold_together (transaction_id, area) select distinct t, ${area}::text from unnest(${transactions}::uuid[]) as t
    on conflict (transaction_id) do update set area = excluded.area`,
});

/** A hash of the sales at the price of several homes. */
export const soldTogetherMark = statement({
  name: 'sold-together-mark',
  row: { mark: 'text?' },
  build: () => sql`
    select md5(string_agg(transaction_id::text, ' ' order by transaction_id)) as mark from sold_together`,
});

/** Writes one fitted area. */
export async function insertArea(
  client: DbClient,
  build_id: number,
  signature: string,
  fitted: FittedArea,
): Promise<void> {
  const { area } = fitted;
  await addArea.run(client, {
    area,
    build_id,
    signature,
    known_before: fitted.known_before,
    sales: fitted.sales,
    intercept: fitted.intercept,
    area_intercept: fitted.area_intercept,
    elasticities: fitted.elasticities && [...fitted.elasticities],
    settings: JSON.stringify(fitted.settings),
  });
  for (const index of fitted.indices) {
    await addIndex.run(client, {
      area,
      property_type: index.property_type,
      id: index.id,
      backbone_area: fitted.backbone_area,
      first_month: `${index.first_month}-01`,
      data_month: `${index.data_month}-01`,
      slope_per_month: index.slope_per_month,
      own_slope_per_month: index.own_slope_per_month ?? 0,
      log_levels: index.log_levels,
      recent_sales: index.recent_sales,
    });
  }
  const { places, comparables, settings } = fitted;
  await addSoldTogether.run(client, { area, transactions: [...(settings.sold_together ?? [])] });
  await addPostcodes.run(client, {
    area,
    postcodes: places.map((row) => row.postcode),
    effects: places.map((row) => row.effects),
  });
  await addComparables.run(client, {
    area,
    property_types: comparables.map((row) => row.property_type),
    uprns: comparables.map((row) => row.uprn) as string[],
    eastings: comparables.map((row) => row.easting),
    northings: comparables.map((row) => row.northing),
    sales: comparables.map((row) => row.sale),
  });
}
