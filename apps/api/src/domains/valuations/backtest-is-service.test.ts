import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { buildValuations, readAreaSales, readIndexFile } from '@domesday/builds/valuations';
import { emptyDatabase, sharedData, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { runBacktest } from '@domesday/valuation/backtest';
import { cleanSales, type SaleRow } from '@domesday/valuation/fit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePointLines, fieldsOf } from '../../../test/real-files.ts';

const folder = sharedData();
const at = (path: string) => join(folder!, path);
const CUT_OFF = '2016-01-01';
/** Two months before the cut-off: sales registered later are not loaded. */
const KNOWN_BEFORE = '2015-11-01';

/** A copy of a file with its header and the rows that were known by then. */
async function knownRows(path: string, to: string, day: (row: string[]) => string): Promise<string> {
  const lines: string[] = [];
  const quoted = (row: string[]) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
  for await (const row of fieldsOf(path))
    if (lines.length === 0 || day(row) < KNOWN_BEFORE) lines.push(quoted(row));
  await writeFile(to, lines.join('\n'));
  return to;
}

interface Tested {
  sale: SaleRow;
  value: number;
  low: number;
  high: number;
}

describe.skipIf(!folder)('the back-test and the service on real sales of the Barbican', () => {
  let database: TestDatabase;
  let whole: TestDatabase;
  let api: TestApi;
  let scratch: string;
  const tested: Tested[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-same-figures-'));
    const sales = at('price-paid/search-tool-barbican-1995-2024.csv.gz');
    const index = at('hpi/ukhpi_search_england.csv');
    const list = at('standin/addresses-barbican.csv.gz');
    const certificates = at('epc/barbican_floor_areas_epc_layout.csv');

    const codePoint = join(scratch, 'made-from-stand-ins.csv');
    await writeFile(codePoint, [...(await codePointLines(list, 'E09000001')).values()].join('\n'));
    const loads = [
      ['code-point-open', codePoint],
      ['address-list', list],
      ['epc-domestic', certificates],
      ['price-paid', await knownRows(sales, join(scratch, 'sales.csv'), (row) => row[2]!)],
      ['uk-hpi', await knownRows(index, join(scratch, 'ukhpi_search_england.csv'), (row) => `${row[3]}-01`)],
    ] as const;
    for (const [dataset, path] of loads) await load(database.db, dataset, [path], { home: scratch });
    await buildValuations(database.db, { today: CUT_OFF });
    api = await startTestApi(database, testClock('2016-07-15T12:00:00.000Z'));

    // The back-test reads the sales of every day, linked to their homes as the service links them.
    whole = await emptyDatabase();
    for (const [dataset, path] of loads.slice(0, 3)) await load(whole.db, dataset, [path], { home: scratch });
    await load(whole.db, 'price-paid', [sales], { home: scratch });
    const { rows: sold } = await whole.db.query<{ postcode: string }>(
      'select distinct postcode from sales where postcode is not null',
    );
    const rows = await readAreaSales(
      whole.db,
      sold.map((row) => row.postcode),
    );
    runBacktest({
      area: 'EC2Y',
      table: cleanSales(rows),
      from: CUT_OFF,
      to: '2016-07-01',
      every_months: 6,
      published: await readIndexFile(index),
      seen: (sale, estimate) => {
        if (!sale.uprn || !estimate) return;
        const { low, high } = estimate.interval_80;
        tested.push({ sale, value: estimate.value, low, high });
      },
    });
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    await whole?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  it('give the same homes the same values', async () => {
    expect(tested.length).toBeGreaterThan(10);
    for (const { sale, value, low, high } of tested) {
      const { body } = await api.call(`/valuations/${sale.uprn}/sale?as_of=${sale.date}`);
      const home = `${sale.saon} ${sale.paon} ${sale.date}`;
      expect(body.value, home).toBe(value);
      // A build keeps nine decimals of an index, which can move a bound across half a pound.
      expect(Math.abs(body.interval_80.low - low), home).toBeLessThanOrEqual(1);
      expect(Math.abs(body.interval_80.high - high), home).toBeLessThanOrEqual(1);
    }
  });
});
