import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  certifiedSales,
  FEWEST_MONTHLY_SALES,
  readAddressesFile,
  readAreaSales,
  readCertificatesFile,
  readIndexFile,
  readPositionsFile,
  readPublishedIndex,
  readSalesFile,
} from '@domesday/builds/valuations';
import { makeFolder } from '@domesday/db';
import { writeWhole } from '@domesday/files/machine';
import { type BacktestReport, backtestMarkdown, runBacktest } from '@domesday/valuation/backtest';
import { cleanSales, type PublishedIndex, propertyKey, type SaleRow } from '@domesday/valuation/fit';
import { here, WrongCommandLine } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';
import { withServedDatabase } from '../program.ts';
import { reportInterruption } from '../trouble.ts';
import { postcodesSold } from './backtest.query.ts';

export interface BacktestOptions {
  area?: string;
  from: string;
  to: string;
  sales?: string[];
  index?: string[];
  positions?: string[];
  certificates?: string[];
  addresses?: string[];
  half?: 'first' | 'second';
  every: number;
  thin: number;
  out?: string;
  json?: boolean;
}

/** Settings are chosen on the first half of the postcodes, so that the second half is a clean test. */
function halfOf(postcode: string): 'first' | 'second' {
  return createHash('sha256').update(postcode).digest()[0]! % 2 === 0 ? 'first' : 'second';
}

/** Whether a sale is in the sample. Sampling is by address, so all sales of a home are in or out together. */
function inThinnedTable(sale: SaleRow, per_cent: number): boolean {
  const hash = createHash('sha256').update(propertyKey(sale)).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < per_cent / 100;
}

/** Measures the errors of valuations and prints or writes the report. */
export async function backtest(options: BacktestOptions): Promise<void> {
  if (options.from >= options.to) throw new WrongCommandLine('--from must be before --to.');
  reportInterruption('No report was written.');
  // Fails now if the folder cannot be made, not after a measurement of hours.
  if (options.out) await makeFolder(here(options.out));
  const { sales, published, area } = options.sales ? await fromFiles(options) : await fromDatabase(options);
  const table = cleanSales(
    options.thin < 100 ? sales.filter((one) => inThinnedTable(one, options.thin)) : sales,
  );
  if (table.n === 0) throw new Error(`There are no sales of ${area}`);
  const report = runBacktest({
    area,
    table,
    from: options.from,
    to: options.to,
    published,
    every_months: options.every,
    ...(options.half ? { tested: (sale) => halfOf(sale.postcode) === options.half } : {}),
  });
  if (options.out) await write(here(options.out), report);
  if (options.json) printJson(report);
  else summarise(report);
}

interface Input {
  area: string;
  sales: SaleRow[];
  published: PublishedIndex[];
}

async function fromFiles(options: BacktestOptions): Promise<Input> {
  const merged = async <V>(paths: string[] = [], read: (path: string) => Promise<Map<string, V>>) =>
    new Map((await Promise.all(paths.map((path) => read(here(path))))).flatMap((one) => [...one]));
  if (options.certificates && !options.addresses)
    throw new WrongCommandLine(
      '--certificates needs --addresses, by which certificates are joined to the sales.',
    );
  const positions = await merged(options.positions, readPositionsFile);
  const homes = await merged(options.addresses, readAddressesFile);
  const certificates = await merged(options.certificates, readCertificatesFile);
  const sales = (await Promise.all(options.sales!.map((path) => readSalesFile(here(path))))).flat();
  const published = (
    await Promise.all((options.index ?? []).map((path) => readIndexFile(here(path))))
  ).flat();
  refuseUnused('--positions', positions, sales.filter((sale) => positions.has(sale.postcode)).length);
  const certified = certifiedSales(sales, homes, certificates);
  refuseUnused('--addresses', homes, certified.filter((sale) => sale.uprn).length);
  refuseUnused('--certificates', certificates, certified.filter((sale) => sale.floor_area_sqm).length);
  // An index of few sales is too noisy to use, whichever file was named first.
  const enough = (one: { monthly_sales: number }) => Number(one.monthly_sales >= FEWEST_MONTHLY_SALES);
  return {
    area: options.area ?? 'files',
    sales: certified.map((sale) => ({
      ...sale,
      ...positions.get(sale.postcode),
    })),
    published: published.sort((a, b) => enough(b) - enough(a)),
  };
}

/** Refuses a file of which no row matches a sale: the report would silently measure something else. */
function refuseUnused(option: string, given: ReadonlyMap<string, unknown>, used: number): void {
  if (given.size > 0 && used === 0)
    throw new Error(`None of the ${given.size} rows of ${option} belongs to any of the sales.`);
}

async function fromDatabase(options: BacktestOptions): Promise<Input> {
  const area = options.area?.toUpperCase();
  if (!area) throw new WrongCommandLine('Name an --area, or give --sales and --index files');
  return withServedDatabase(async ({ db }) => {
    const published = await readPublishedIndex(db, area);
    const sales = await readAreaSales(
      db,
      (await postcodesSold.rows(db, { outcode: area })).map((row) => row.postcode),
    );
    return { area, sales, published: published ? [published] : [] };
  });
}

async function write(folder: string, report: BacktestReport): Promise<void> {
  await makeFolder(folder);
  const name = `backtest-${report.area.toLowerCase()}`;
  await writeWhole(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  await writeWhole(join(folder, `${name}.md`), backtestMarkdown(report));
}

function summarise(report: BacktestReport): void {
  const line = (what: string, { name, metrics }: BacktestReport['cascade']['result']) => ({
    test: what,
    method: name.replaceAll('_', ' '),
    n: metrics?.n,
    'MdAPE %': metrics?.mdape_pct,
    'PE10 %': metrics?.pe10_pct,
    'PE20 %': metrics?.pe20_pct,
    'bias %': metrics?.bias_pct,
    COD: metrics?.cod_pct,
    PRD: metrics?.prd,
    PRB: metrics?.prb,
    '>30 %': metrics?.over_30_pct,
    '80 % covers': metrics?.interval_80_cover_pct,
  });
  const rows: Record<string, unknown>[] = [
    line('cascade', report.cascade.result),
    line('repeat sales', report.repeat_sales.result),
    ...report.repeat_sales.baselines.map((one) => line('repeat sales, baseline', one)),
    line('floor area, no sale', report.certificate_only.result),
    ...report.certificate_only.baselines.map((one) => line('floor area, no sale, baseline', one)),
    line('neither', report.neither.result),
    line('neither', report.neither.true_type),
    ...report.neither.baselines.map((one) => line('neither, baseline', one)),
    ...report.forced.map((one) => line('forced', one)),
  ];
  console.log(
    `${report.area}: ${report.cut_offs.length} cut-offs, ${report.sales.tested} sales tested, hit rate ${report.cascade.hit_rate_pct} %`,
  );
  printTable(rows, Object.keys(rows[0]!));
}
