import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { sharedData } from '@domesday/testing';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe.skipIf(!folder)('lha-list-of-rents on the real list', () => {
  it('gives the count, mean and quartiles that the rows themselves give', async () => {
    const path = join(folder!, 'rents-lha', 'lha_list_of_rents.csv.gz');
    const result = await bench.loadFiles('lha-list-of-rents', [path]);
    // One row of the real file states a rent of nothing.
    expect(result).toMatchObject({ rows_read: 1_257_744, rows_rejected: 1 });
    const refused = await bench.rows(
      `select line, reason from dataset_rejects where reason not like '%are those of another%'`,
    );
    expect(refused).toEqual([{ line: 959675, reason: 'The weekly rent "0.0" is not one.' }]);

    const wanted = new Map<string, number[]>();
    for (const group of [
      'LEICESTER|2020|C',
      'LEICESTER|2019|B',
      'CENTRAL_LONDON|2020|B',
      'LEICESTER|2020|E',
      'LEICESTER|2020|B',
    ]) {
      wanted.set(group, []);
    }
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
    for await (const line of lines) {
      const [rent, year, brma, category] = line.split(',');
      wanted.get(`${brma}|${year}|${category}`)?.push(Number(rent));
    }
    for (const [group, rents] of wanted) {
      const [brma, year, category] = group.split('|');
      const [row] = await bench.rows(
        `select * from lha_rents where brma_key = '${brmaKey(brma!)}' and year = ${year} and category = '${category}'`,
      );
      rents.sort((a, b) => a - b);
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
});
