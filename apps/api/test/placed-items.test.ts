import { derivePending } from '@domesday/builds/load';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Every listed item with a position states where the position comes from, and no item placed by its postcode is "0 m
// away".
type Item = Record<string, unknown>;
interface Described {
  properties?: Record<string, object>;
  required?: string[];
}

const schemas = Object.entries(document.components.schemas as Record<string, Described>);
const listsPlaces = ({ properties = {} }: Described) =>
  'latitude' in properties || 'distance_m' in properties;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('every schema with a position or a distance requires the origin of its position', () => {
  const found = schemas.filter(([, schema]) => listsPlaces(schema));
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(([, { required }]) => !required?.includes('position')).map(([name]) => name)).toEqual(
    [],
  );
});

/** Every object of an answer with an origin of its position. */
function placedIn(value: unknown): Item[] {
  if (Array.isArray(value)) return value.flatMap(placedIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'position' in value ? [value as Item] : [];
  return [...own, ...Object.values(value).flatMap(placedIn)];
}

/** Operations whose answer lists such items, according to the schemas that it refers to. */
function reaches(schema: unknown, seen = new Set<string>()): boolean {
  if (Array.isArray(schema)) return schema.some((one) => reaches(one, seen));
  if (typeof schema !== 'object' || schema === null) return false;
  const { $ref, ...rest } = schema as { $ref?: string };
  if ($ref === undefined)
    return (
      'position' in ((rest as Described).properties ?? {}) ||
      Object.values(rest).some((one) => reaches(one, seen))
    );
  const name = $ref.split('/').at(-1)!;
  if (seen.has(name)) return false;
  seen.add(name);
  return reaches(document.components.schemas[name as keyof typeof document.components.schemas], seen);
}

const LISTING = operationTable.filter(({ path, method }) => {
  const item = document.paths[path as keyof typeof document.paths] as Record<string, { responses: Item }>;
  return reaches(item[method.toLowerCase()]!.responses['200']);
});

it('the operations that list places are these', () => {
  expect(LISTING.map(({ id }) => id).sort()).toEqual([
    'addresses.match',
    'addresses.search',
    'listings.search',
    'location.infrastructure',
    'location.schools',
    'planning.applications',
    'planning.hmo_register',
    'prices.comparables',
    'prices.comparables_by_uprn',
    'valuations.sale',
    'valuations.str_estimate',
  ]);
});

describe.each(LISTING)('$id', (entry) => {
  it('states the origin of every position, and gives no distance of 0 m for a position of a postcode', async () => {
    const { path, body } = exampleCall(entry);
    const { rows } = await database.db.query<{ uprn: string; postcode: string }>(
      `select distinct on (postcode) uprn, postcode from addresses where latitude is not null order by postcode, uprn limit 40`,
    );
    let placed = 0;
    for (const home of body ? [null] : [null, ...rows]) {
      const at =
        home === null
          ? path
          : path
              .replace(/\/\d{6,12}(?=\/|$)/, `/${home.uprn}`)
              .replace(/postcode=[^&]*/, `postcode=${encodeURIComponent(home.postcode)}`);
      const asked =
        entry.id === 'valuations.str_estimate' ? { ...(body as Item), include_comparables: true } : body;
      const answer = await api.call(at, asked ? { body: asked } : {});
      for (const item of placedIn(answer.body)) {
        placed++;
        if ('latitude' in item) expect(item.position === null, at).toBe(item.latitude === null);
        if (item.position === 'postcode') expect(item.distance_m, at).not.toBe(0);
      }
    }
    expect(placed).toBeGreaterThan(0);
  });
});

it('distinguishes a licence placed at its postcode from one placed at its home', async () => {
  const { rows } = await database.db.query<{ postcode: string; uprns: string[] }>(
    `select h.postcode, array_agg(h.uprn::text) as uprns from hmo_licences h join addresses a using (uprn)
      where a.position_source <> 'postcode' and h.authority_code like 'E%' group by 1 order by 1 limit 1`,
  );
  const { postcode, uprns } = rows[0]!;
  const licences = async () => {
    const asked = `/planning/hmo-register?postcode=${encodeURIComponent(postcode)}&status=any&limit=100`;
    const { results } = (await api.call(asked)).body;
    const linked = results.filter(({ uprn }: { uprn: string | null }) => uprn && uprns.includes(uprn));
    return linked.map(({ position, distance_m }: Item) => ({ position, distance_m }));
  };
  for (const { position } of await licences()) expect(position).toBe('recorded');
  await database.db.query(
    `update addresses a set position = p.position, latitude = p.latitude, longitude = p.longitude, position_source = 'postcode'
       from postcodes p where p.postcode = a.postcode and a.postcode = $1`,
    [postcode],
  );
  await database.db.query("delete from derived_builds where name = 'hmo_licences'");
  expect(await derivePending(database.db)).toContain('hmo_licences');
  api.clock.advance(5000);
  const found = await licences();
  expect(found).toHaveLength(uprns.length);
  for (const item of found) expect(item).toEqual({ position: 'postcode', distance_m: null });
});

it('distinguishes homes, sales and listings placed at their postcode from those placed at their home', async () => {
  const { rows } = await database.db.query<{ postcode: string }>(
    `select s.postcode from sales s join addresses a using (uprn) join listings l on l.postcode = s.postcode
      where a.position is not null and l.status = 'available' and l.listing_type = 'sale' group by 1 order by count(*) desc, 1 limit 1`,
  );
  const { postcode } = rows[0]!;
  const asked = [
    `/prices/comparables?postcode=${encodeURIComponent(postcode)}&months=120&limit=100&sort=distance`,
    `/listings?postcode=${encodeURIComponent(postcode)}&listing_type=sale&limit=100`,
  ];
  const items = async () => {
    const answers = await Promise.all(asked.map((path) => api.call(path)));
    return answers.map(({ body }) =>
      placedIn(body)
        .filter((item) => item.postcode === postcode)
        .map(({ position, distance_m }) => ({ position, distance_m })),
    );
  };
  for (const found of await items()) expect(found.map((item) => item.position)).toContain('recorded');
  await database.db.query(
    `update addresses a set position = p.position, latitude = p.latitude, longitude = p.longitude, position_source = 'postcode'
       from postcodes p where p.postcode = a.postcode and a.postcode = $1`,
    [postcode],
  );
  for (const table of ['sales', 'listings'])
    await database.db.query(
      `update ${table} t set position = p.position from postcodes p where p.postcode = t.postcode and t.postcode = $1`,
      [postcode],
    );
  await database.db.query(
    'update listings set feed_latitude = null, feed_longitude = null where postcode = $1',
    [postcode],
  );
  // A load that the packed sales do not include, so that the sales table is read.
  await database.db.query(
    `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
     values ('price-paid', 'published', 'made up', 'made up', 'none', 'made up', now(), now())`,
  );
  api.clock.advance(5000);
  for (const found of await items()) {
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) expect(item).toEqual({ position: 'postcode', distance_m: null });
  }
  const homes = await database.db.query<{ uprn: string }>(
    'select uprn::text from addresses where postcode = $1',
    [postcode],
  );
  const home = await api.call(`/properties/${homes.rows[0]!.uprn}?include=provenance`);
  expect(home.body.provenance.location).toMatchObject({
    source: 'onspd',
    method: 'derived',
    confidence: 'Low',
  });
});
