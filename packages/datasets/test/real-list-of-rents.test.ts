import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { LoadResult } from '@domesday/builds';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { sharedData } from '@domesday/testing';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();

describe.skipIf(!folder)('lha-list-of-rents on the real list', () => {
  let bench: Bench;
  let result: LoadResult;
  /** The rents of each area, category and year, sorted, as the file has them: `LEICESTER C 2020`. */
  const cells = new Map<string, number[]>();
  beforeAll(async () => {
    bench = await openBench();
    const path = join(folder!, 'rents-lha', 'lha_list_of_rents.csv.gz');
    result = await bench.loadFiles('lha-list-of-rents', [path]);
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
    for await (const line of lines) {
      const [rent, year, brma, category] = line.split(',');
      if (!(Number(rent) > 0)) continue;
      const key = `${brma} ${category} ${year}`;
      const list = cells.get(key);
      if (list) list.push(Number(rent));
      else cells.set(key, [Number(rent)]);
    }
    for (const rents of cells.values()) rents.sort((a, b) => a - b);
  });
  afterAll(() => bench?.close());

  it('gives the count, mean and quantiles that the rows themselves give', async () => {
    // One row of the real file states a rent of zero.
    expect(result).toMatchObject({ rows_read: 1_257_744, rows_rejected: 1 });
    const refused = await bench.rows(
      `select line, reason from dataset_rejects where reason not like '%are those of another%'`,
    );
    expect(refused).toEqual([
      { line: 959675, reason: 'The weekly rent "0.0" is not an amount above £0 and up to £20,000.' },
    ]);

    for (const group of [
      'LEICESTER C 2020',
      'LEICESTER B 2019',
      'CENTRAL_LONDON B 2020',
      'LEICESTER E 2020',
      'LEICESTER B 2020',
    ]) {
      const rents = cells.get(group)!;
      const [brma, category, year] = group.split(' ');
      const [row] = await bench.rows(
        `select * from lha_rents where brma_key = '${brmaKey(brma!)}' and year = ${year} and category = '${category}'`,
      );
      const at = (q: number) => {
        const place = q * (rents.length - 1);
        const below = rents[Math.floor(place)]!;
        return below + (rents[Math.ceil(place)]! - below) * (place % 1);
      };
      expect(rents.length).toBeGreaterThan(20);
      expect(row, group).toBeDefined();
      expect(row.n).toBe(rents.length);
      expect(row.mean_pw).toBeCloseTo(rents.reduce((a, b) => a + b, 0) / rents.length, 6);
      expect([row.p10_pw, row.p25_pw, row.p30_pw, row.median_pw, row.p75_pw, row.p90_pw]).toEqual(
        [0.1, 0.25, 0.3, 0.5, 0.75, 0.9].map((q) => expect.closeTo(at(q), 6)),
      );
    }
  });

  it('refuses rents that are listed under two areas, and names both areas', async () => {
    const groups = new Map<string, string[]>();
    for (const [key, rents] of cells) {
      const text = rents.join(' ');
      groups.set(text, [...(groups.get(text) ?? []), key]);
    }
    const copied = [...groups.values()].filter((keys) => keys.length > 1);
    expect(copied.flat().length).toBe(713);
    expect(result.checks.find((check) => check.name === 'copied_rents')).toMatchObject({ status: 'warn' });
    const [counted] = await bench.rows(
      `select count(*) filter (where category <> 'B-E') as cells,
              count(*) filter (where brma_key = 'lothian' and category = 'D') as lothian,
              count(*) filter (where brma_key = 'leicester') as leicester from lha_rents`,
    );
    expect(counted).toEqual({ cells: cells.size - 713, lothian: 0, leicester: 12 });
    const [named] = await bench.rows(
      `select reason from dataset_rejects where file = 'copied rents' and raw like 'Lothian D 2020 %'`,
    );
    expect(named.reason).toContain('Bristol C 2020');
  });
});
