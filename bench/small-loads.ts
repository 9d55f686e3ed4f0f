import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { load, type Progress } from '@domesday/builds';
import { argumentsOf } from './lib/arguments.ts';
import {
  addressLines,
  COUNTRY,
  lookupLines,
  monthLines,
  ofScale,
  postcodeLines,
  remotePostcodes,
  saleLines,
  writeLines,
} from './lib/national-files.ts';
import { oneDecimal, report } from './lib/report.ts';
import { type Scratch, scratchDatabase } from './lib/servers.ts';

const ADDRESSES = 5000;
const POSTCODES = 4;

interface Measured {
  seconds: number;
  steps: Record<string, number>;
}

/**
 * Small loads into big tables: four postcodes, five thousand addresses, a month of sales and of look-ups. Each is
 * measured in made-up countries of two sizes, `--scales 0.04,0.1`; a straight line through both gives the time in a
 * whole country.
 */
export async function run(args: string[]): Promise<void> {
  const defaults = { scales: [0.04, 0.1], month: 100_000, lookups: 94_000 };
  const { scales, month, lookups } = argumentsOf('small-loads', args, defaults);
  const runs = [];
  for (const scale of scales) runs.push({ scale, loads: await measure(scale, month, lookups) });
  const [small, large] = [runs[0]!, runs.at(-1)!];
  const rows = Object.entries(large.loads).map(([name, { seconds, steps }]) => {
    const before = small.loads[name]!.seconds;
    const slope = scales.length > 1 ? (seconds - before) / (large.scale - small.scale) : 0;
    const slowest = Object.entries(steps)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 4)
      .map(([step, s]) => `${step} ${s.toFixed(1)}`)
      .join(', ');
    return {
      load: name,
      [`seconds_at_${small.scale}`]: oneDecimal(before),
      [`seconds_at_${large.scale}`]: oneDecimal(seconds),
      seconds_whole: oneDecimal(Math.max(seconds, seconds + slope * (1 - large.scale))),
      slowest,
    };
  });
  const { postcodes, homes, sales } = COUNTRY;
  await report(
    'small-loads',
    'Small loads into big tables',
    rows,
    [
      `A whole country has ${postcodes / 1e6} million postcodes, ${homes / 1e6} million homes and ${sales / 1e6} million sales; the sizes are shares of it, of made-up rows.`,
      'seconds_whole: a straight line through both sizes. From the command to what is served, links and address index included.',
    ],
    `small-loads --scales ${scales} --month ${month} --lookups ${lookups}`,
  );
}

async function measure(scale: number, month: number, lookups: number): Promise<Record<string, Measured>> {
  const scratch = await scratchDatabase();
  try {
    const country = ofScale(scale);
    const into = async (dataset: string, lines: Iterable<string>) => {
      const measured = await loadLines(scratch, dataset, lines);
      console.info(`${scale} ${dataset}: ${oneDecimal(measured.seconds)} s`, measured.steps);
      return measured;
    };
    await into('onspd', postcodeLines(0, country.postcodes));
    await into('onspd', remotePostcodes(POSTCODES));
    await into('address-list', addressLines(country, 0, country.homes));
    await into('price-paid', saleLines(country, 0, country.sales));
    await into('hmlr-uprn-lookup', lookupLines(country, 0, lookups));
    await scratch.db.query('vacuum analyze');
    await scratch.db.query('checkpoint');
    const loads: Record<string, Measured> = {};
    loads[`${POSTCODES} postcodes, moved`] = await into('onspd', remotePostcodes(POSTCODES, 20));
    const half = ADDRESSES / 2;
    const from = country.homes - half;
    loads[`${ADDRESSES} addresses, half of them new`] = await into(
      'address-list',
      addressLines(country, from, ADDRESSES, 'NEWHAVEN'),
    );
    loads[`${month} rows of a month of sales`] = await into('price-paid', monthLines(country, month));
    loads[`${lookups} look-ups of a month`] = await into(
      'hmlr-uprn-lookup',
      lookupLines(country, lookups, lookups),
    );
    return loads;
  } finally {
    await scratch.close();
  }
}

async function loadLines(
  { db, folder }: Scratch,
  dataset: string,
  lines: Iterable<string>,
): Promise<Measured> {
  const path = join(folder, `${dataset}.csv`);
  await writeLines(path, lines);
  const steps: Record<string, number> = {};
  let step = '';
  let since_ms = performance.now();
  const began_ms = since_ms;
  const enter = (next: string) => {
    const now_ms = performance.now();
    if (step) steps[step] = (steps[step] ?? 0) + (now_ms - since_ms) / 1000;
    step = next;
    since_ms = now_ms;
  };
  const onProgress = ({ phase, file }: Progress) => enter(phase === 'derive' ? file : phase);
  await load(db, dataset, [path], { home: folder, onProgress });
  enter('');
  await rm(path);
  return { seconds: (performance.now() - began_ms) / 1000, steps };
}
