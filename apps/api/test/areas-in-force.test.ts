import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tilePointOf } from '../src/tiles/tile.ts';

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

const { inConservationArea, inArticle4Area } = sandboxSamples();
const today = testClock().now().toISOString().slice(0, 10);
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

interface Warning {
  code: string;
  field: string | null;
  message: string;
}

/** The areas of a kind that contain a home, as SQL. */
const around = (kind: string, uprn: number) => `
  select a.id from areas a join area_members m on m.area_id = a.id where m.uprn = ${uprn} and a.kind like '${kind}%'`;

/** The answer while the areas begin and end on these days. */
async function whileDated<T>(
  areas: string,
  begin: string | null,
  end: string | null,
  ask: () => Promise<T>,
): Promise<T> {
  const { rows } = await database.db.query(
    `select id, designated_on::text as began, ended_on::text as ended from areas where id in (${areas})`,
  );
  expect(rows.length).toBeGreaterThan(0);
  const ids = rows.map(({ id }) => id);
  await database.db.query('update areas set designated_on = $2, ended_on = $3 where id = any ($1)', [
    ids,
    begin,
    end,
  ]);
  try {
    return await ask();
  } finally {
    for (const { id, began, ended } of rows)
      await database.db.query('update areas set designated_on = $2, ended_on = $3 where id = $1', [
        id,
        began,
        ended,
      ]);
  }
}

/** Days of areas: those that apply today, and those that do not. */
const DAYS: [began: string | null, ended: string | null, applies: boolean][] = [
  [null, null, true],
  [today, dayFrom(1), true],
  [dayFrom(1), null, false],
  [dayFrom(-400), today, false],
];

describe.each(DAYS)('an area that begins on %s and ends on %s', (began, ended, applies) => {
  it(`is ${applies ? '' : 'not '}reported as an Article 4 direction`, async () => {
    const areas = around('article-4', inArticle4Area);
    const answer = await whileDated(areas, began, ended, () =>
      api.call(`/planning/hmo-register?uprn=${inArticle4Area}`),
    );
    expect(answer.body.article_4).toBe(applies);
    const coming = (answer.body.meta.warnings as Warning[]).filter(({ code }) => code === 'not_yet_in_force');
    expect(coming.map(({ message }) => message.includes(dayFrom(1)))).toEqual(
      began === dayFrom(1) ? [true] : [],
    );
  });

  it(`is ${applies ? '' : 'not '}reported as a designation`, async () => {
    const path = `/properties/${inConservationArea}?fields=conservation_area,designations`;
    const areas = around('conservation-area', inConservationArea);
    const { body } = await whileDated(areas, began, ended, () => api.call(path));
    const told = body.designations.find(({ type }: { type: string }) => type === 'conservation_area');
    expect([body.conservation_area, told.inside, told.nearest?.distance_m === 0]).toEqual(
      Array(3).fill(applies),
    );
  });

  it(`is ${applies ? '' : 'not '}reported as a risk`, async () => {
    const [home] = (
      await database.db.query(
        `select m.uprn from area_members m join areas a on a.id = m.area_id
          where a.kind = 'air-quality-management-area' limit 1`,
      )
    ).rows;
    const areas = around('air-quality', Number(home.uprn));
    const { body } = await whileDated(areas, began, ended, () =>
      api.call(`/risks/${home.uprn}?types=air_quality`),
    );
    expect(body.risks[0].evidence.length > 0).toBe(applies);
  });

  it(`is ${applies ? '' : 'not '}drawn on the map`, async () => {
    const areas = `select id from areas where kind = 'conservation-area'`;
    const { count } = await whileDated(areas, began, ended, () => drawn());
    expect(count > 0).toBe(applies);
  });
});

/** The conservation areas of a square of the map. */
async function drawn(etag?: string) {
  api.clock.advance(3000);
  const [home] = (
    await database.db.query('select latitude, longitude from addresses where uprn = $1', [inConservationArea])
  ).rows;
  const [east, south] = tilePointOf({ z: 0, x: 0, y: 0 }, home.longitude, home.latitude);
  const units = 4096 / 2 ** 13;
  const path = `/tiles/designations/13/${Math.floor(east / units)}/${Math.floor(south / units)}.mvt`;
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.testKey}`, ...(etag ? { 'if-none-match': etag } : {}) },
  });
  const { status, headers } = answer;
  const tile = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())));
  const layer = status === 200 ? tile.layers.designations! : null;
  const all = Array.from({ length: layer?.length ?? 0 }, (_, i) => layer!.feature(i).properties);
  const count = all.filter(({ kind }) => kind === 'conservation-area').length;
  return { status, etag: headers.get('etag')!, count };
}

it('a cached tile is made again on the day on which an area begins or ends, and returns 304 on the same day', async () => {
  const kept: Awaited<ReturnType<typeof drawn>>[] = [];
  await whileDated(
    `select id from areas where kind = 'conservation-area'`,
    dayFrom(1),
    dayFrom(2),
    async () => {
      for (const day of [0, 1, 2]) {
        api.clock.set(`${dayFrom(day)}T09:00:00Z`);
        kept.push(await drawn(kept.at(-1)?.etag));
        expect((await drawn(kept.at(-1)!.etag)).status).toBe(304);
      }
    },
  );
  expect(kept.map(({ status, count }) => [status === 304, count > 0])).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ]);
});
