import { columnsOf, listOf, nullable, query, type RowOf, sql, statement } from '@domesday/db';

const WATCH = columnsOf('watches', [
  'id',
  'webhook_id',
  'purpose',
  'ends_on',
  'events',
  'uprn',
  'postcode',
  'outcode',
  'polygon',
  'near_m',
  'value_moved_pct',
  'created_at',
]);
export type WatchRow = RowOf<typeof WATCH>;
const OF_ACCOUNT = columnsOf('watches', ['id', 'account_id']);

export const countWatches = statement({
  name: 'count-watches',
  parameters: { account_id: 'uuid' },
  row: { total: 'int8' },
  build: ({ account_id }) => sql`select count(*) as total from watches where account_id = ${account_id}`,
});

/** The watches of an account, oldest first, after the one of the cursor; index watches_account. */
export const watchesOf = statement({
  name: 'watches-of-account',
  parameters: { account_id: 'uuid', cursor: 'uuid?', limit: 'int8' },
  row: WATCH,
  build: ({ account_id, cursor, limit }) => sql`
    select ${listOf(WATCH)} from watches
     where account_id = ${account_id}
       and (${cursor}::uuid is null or (created_at, id) >
            (select c.created_at, c.id from watches c where c.id = ${cursor} and c.account_id = ${account_id}))
     order by created_at, id limit ${limit}`,
});

export const watchOf = statement({
  name: 'watch-of-account',
  parameters: OF_ACCOUNT,
  row: WATCH,
  build: ({ id, account_id }) =>
    sql`select ${listOf(WATCH)} from watches where id = ${id} and account_id = ${account_id}`,
});

export const deleteWatch = statement({
  name: 'delete-watch',
  parameters: OF_ACCOUNT,
  build: ({ id, account_id }) =>
    query.deleteFrom('watches').where('id', '=', id).where('account_id', '=', account_id),
});

/** An equal watch of the account, with its events in any order; index watches_account. */
export const sameWatch = statement({
  name: 'same-watch',
  parameters: {
    ...columnsOf('watches', ['account_id', 'webhook_id', 'purpose', 'ends_on', 'events']),
    ...columnsOf('watches', ['uprn', 'postcode', 'outcode', 'near_m', 'value_moved_pct']),
    polygon: 'text?',
  },
  row: WATCH,
  build: (w) => sql`
    select ${listOf(WATCH)} from watches
     where account_id = ${w.account_id} and webhook_id = ${w.webhook_id} and purpose = ${w.purpose}
       and ends_on = ${w.ends_on} and events @> ${w.events}::text[] and events <@ ${w.events}::text[]
       and (uprn, postcode, outcode, polygon, near_m, value_moved_pct) is not distinct from
           (${w.uprn}::bigint, ${w.postcode}::text, ${w.outcode}::text, ${w.polygon}::text::jsonb, ${w.near_m}::integer,
            ${w.value_moved_pct}::float8)
     order by created_at, id limit 1`,
});

/**
 * Inserts a watch. `shape` and `holes` are polygons in grid metres; `x` and `y` are the centre of the planning radius.
 */
export const insertWatch = statement({
  name: 'insert-watch',
  parameters: {
    ...columnsOf('watches', ['account_id', 'webhook_id', 'purpose', 'ends_on', 'events']),
    ...columnsOf('watches', ['uprn', 'postcode', 'outcode', 'near_m', 'value_moved_pct', 'created_at']),
    polygon: 'text?',
    shape: 'text?',
    holes: '_text',
    x: 'float8?',
    y: 'float8?',
  },
  row: WATCH,
  build: (w) => sql`
    insert into watches (account_id, webhook_id, purpose, ends_on, events, uprn, postcode, outcode, polygon, shape,
                         holes, near_m, reach, value_moved_pct, created_at)
    values (${w.account_id}, ${w.webhook_id}, ${w.purpose}, ${w.ends_on}, ${w.events}, ${w.uprn}, ${w.postcode},
            ${w.outcode}, ${w.polygon}::text::jsonb, ${w.shape}::text::polygon, ${w.holes}::text[]::polygon[], ${w.near_m}::integer,
            case when ${w.x}::float8 is not null
                 then circle(point(${w.x}::float8, ${w.y}::float8), ${w.near_m}::integer) end, ${w.value_moved_pct}, ${w.created_at})
    returning ${listOf(WATCH)}`,
});

const POSITION = nullable(columnsOf('postcodes', ['position']));

/** The position of a home; primary key. */
export const positionOfHome = statement({
  name: 'watched-home',
  parameters: { uprn: 'int8' },
  row: POSITION,
  build: ({ uprn }) => query.selectFrom('addresses').select('position').where('uprn', '=', uprn),
});

export const positionOfPostcode = statement({
  name: 'watched-postcode',
  parameters: columnsOf('postcodes', ['postcode']),
  row: POSITION,
  build: ({ postcode }) => query.selectFrom('postcodes').select('position').where('postcode', '=', postcode),
});

/**
 * Whether an outcode exists: a directory, an address or a sale has it, or no directory is loaded that could tell.
 * Indexes: postcodes_outcode, addresses_postcode and sales_postcode.
 */
export const isKnownOutcode = statement({
  name: 'watched-outcode',
  parameters: { outcode: 'text' },
  row: { known: 'bool' },
  build: ({ outcode }) => {
    const within = sql`postcode between ${outcode}::text || ' ' and ${outcode}::text || ' ~'`;
    return sql`
      select exists (select from postcodes where outcode = ${outcode}::text)
          or not exists (select from postcodes)
          or exists (select from addresses where ${within})
          or exists (select from sales where ${within}) as known`;
  },
});

/** Whether the operator has loaded any data. The fictional country has a database of its own, which does not count. */
export const isAnythingLoaded = statement({
  name: 'anything-is-loaded',
  row: { loaded: 'bool' },
  build: () => sql`select exists (select from dataset_loads where status = 'published') as loaded`,
});
