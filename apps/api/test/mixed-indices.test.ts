import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Every file in this test is made up.
const TODAY = '2026-11-15';
const SINCE = '2026-03-01';
const { house } = sandboxSamples();

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-mixed-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The newest months as an export of the search tool, with the index values that `indexOf` gives. */
async function exported(indexOf: (value: number) => number | null): Promise<string> {
  const titles = [
    'All property types',
    'Detached houses',
    'Semi-detached houses',
    'Terraced houses',
    'Flats and maisonettes',
  ];
  const types = ['all', 'detached', 'semi_detached', 'terraced', 'flat'];
  const { rows } = await database.db.query(
    `select area_code, area_name, month::text, json_object_agg(property_type, json_build_array(index_value, average_price)) as figures
       from house_price_index where month >= $1 group by 1, 2, 3 order by 1, 3`,
    [SINCE],
  );
  const header = [
    'Name',
    'Region GSS code',
    ...titles.flatMap((title) => [`House price index ${title}`, `Average price ${title}`]),
    'Pivotable date',
  ];
  const lines = rows.map(({ area_code, area_name, month, figures }) => [
    area_name,
    area_code,
    ...types.flatMap((type) => {
      const [index, price] = figures[type] ?? [null, null];
      return [index === null ? '' : (indexOf(index) ?? ''), price ?? ''];
    }),
    month,
  ]);
  const path = join(folder, 'made-up-export.csv');
  await writeFile(
    path,
    [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'),
  );
  return path;
}

async function answers() {
  const api = await startTestApi(database);
  try {
    const market = await api.call(`/prices/market?postcode=${house.postcode}`);
    const value = await api.call(`/valuations/${house.uprn}/sale`);
    return { growth: market.body.growth_pct, value: value.body.value };
  } finally {
    await api.close();
  }
}

describe.each([
  ['published indices', false],
  ['indices that a build fitted', true],
])('with %s', (_what, built) => {
  it.each<[string, (value: number) => number | null]>([
    ['with another month at 100', (value) => Math.round(value * 68) / 100],
    ['without the index', () => null],
  ])(
    'newer months %s neither raise nor lower prices',
    async (_how, indexOf) => {
      const { db } = database;
      const settled = async () => {
        await db.query('truncate valuation_builds cascade');
        if (built) await buildValuations(db, { today: TODAY });
        return answers();
      };
      const before = await settled();
      await db.query('create table kept as select * from house_price_index');
      try {
        await load(db, 'uk-hpi', [await exported(indexOf)], { home: folder, fictional: true });
        const after = await settled();
        expect(before.growth.y1).not.toBeNull();
        for (const years of ['y1', 'y3', 'y5', 'y10'])
          expect(Math.abs(after.growth[years] - before.growth[years])).toBeLessThan(1);
        expect(Math.abs(after.value / before.value - 1)).toBeLessThan(0.01);
      } finally {
        await db.query('delete from house_price_index');
        await db.query('insert into house_price_index select * from kept');
        await db.query('drop table kept');
      }
    },
    120_000,
  );
});
