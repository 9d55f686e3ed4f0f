import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { buildValuations } from '@domesday/datasets/valuation-build';
import { percentile, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const AT_ONCE = 8;
const WARM_UP = 500;
const UPRN = 998_000_000_000;
/** Three homes in four are sold seven times. */
const SALES_PER_HOME = 21 / 4;

/** Made-up homes in outcodes that cannot be real: three in four sold seven times, the rest never. */
const country = (homes: number): string[] => [
  `insert into house_price_index (area_code, area_name, month, property_type, index_value, sales_volume, load_id)
   select 'E92000001', 'England', m::date, t, 100 * exp(0.004 * extract(epoch from m - '1995-01-01')::float8 / 2629800), 60000, 0
   from generate_series('1995-01-01'::timestamp, '2026-08-01', '1 month') m,
     unnest(array['all', 'detached', 'semi_detached', 'terraced', 'flat']) t`,
  `create table bench_homes as
   select ${UPRN} + h as uprn, h, 'XE' || (10 + h / 4000) || ' ' || (1 + h / 500 % 8) || chr(65 + h / 20 % 25) || 'A' as postcode,
     (array['detached', 'semi_detached', 'terraced', 'flat'])[1 + h / 20 % 4] as property_type,
     100000 + (h / 4000) * 8000.0 + (h / 20 % 25) * 40 + h % 5 * 8 as easting,
     100000 + (h / 500 % 8) * 900.0 + h % 20 * 6 as northing,
     50 + h * 7919 % 90 as floor_area_sqm,
     120000.0 * exp(((h / 20) * 31 % 40) * 0.015 + (h * 7919 % 90) * 0.006) as level
   from generate_series(0, ${homes - 1}) h`,
  `insert into postcodes (postcode, outcode, sector, country, easting, northing, position)
   select distinct on (postcode) postcode, split_part(postcode, ' ', 1), left(postcode, -2), 'England', easting, northing, point(easting, northing)
   from bench_homes`,
  `insert into addresses (uprn, address, postcode, country, easting, northing, position, latitude, longitude, source)
   select uprn, h || ' MADE UP ROAD, ' || postcode, postcode, 'England', easting, northing, point(easting, northing), 50, -6, 'address-list'
   from bench_homes`,
  `insert into sales (transaction_id, price, date, postcode, property_type, new_build, tenure, paon, street, town, category, uprn, uprn_confidence, uprn_method, position, load_id)
   select gen_random_uuid(), (b.level * exp(0.004 * k * 52 + ((h * 31 + k * 17) % 21 - 10) * 0.012))::int,
     '1996-01-01'::date + k * 1580 + h * 13 % 1500, b.postcode, b.property_type, false,
     case when b.property_type = 'flat' then 'Leasehold' else 'Freehold' end, h::text, 'ROAD ' || h / 100, 'MADE UP', 'standard',
     b.uprn, 1, 'hmlr_lookup', point(b.easting, b.northing), 0
   from bench_homes b, generate_series(0, 6) k where h % 4 <> 0`,
  `insert into energy_certificates (certificate_number, uprn, address, postcode, property_type, floor_area_sqm, lodged_on, load_id)
   select 'made-up-' || h, uprn, h::text, postcode, property_type, floor_area_sqm, '2015-01-01', 0
   from bench_homes where h % 8 <> 0`,
  'analyze',
];

/**
 * Latency of valuations.sale at eight callers on a million sales, and what it took to build. `--sales` and
 * `--requests` make it shorter, with figures that say less.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sales: { type: 'string', default: '1050000' },
      requests: { type: 'string', default: '4000' },
    },
  });
  const homes = Math.max(4000, Math.round(Number(values.sales) / SALES_PER_HOME));
  const requests = Number(values.requests);
  const scratch = await scratchDatabase();
  try {
    for (const statement of country(homes)) await scratch.db.query(statement);
    const { rows } = await scratch.db.query('select count(*) as n from sales');
    console.log(`${rows[0].n} sales`);
    const built = await buildValuations(scratch.db, { today: '2026-11-15' });
    console.log(`built ${built.areas_fitted} areas in ${built.fit_seconds.toFixed(0)} s`);
    await scratch.db.query('vacuum analyze');
    const [secret] = await benchKey(scratch.db);
    const api = await serve(
      'apps/api/dist/main.js',
      { DATABASE_URL: scratch.url, LOG_LEVEL: 'warn' },
      '/v1/openapi.json',
    );
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const ask = (n: number) => timed(agent, api.port, secret!, UPRN + ((n * 48_271) % homes));
    await many(WARM_UP, ask);
    const answers = await many(requests, ask);
    await api.stop();
    const methods = [...new Set(answers.map((one) => one.method))].sort();
    const line = (name: string, list: typeof answers) => ({
      method: name,
      requests: list.length,
      median_ms: Number(
        percentile(
          list.map((one) => one.ms),
          0.5,
        ).toFixed(1),
      ),
      p95_ms: Number(
        percentile(
          list.map((one) => one.ms),
          0.95,
        ).toFixed(1),
      ),
    });
    await report(
      'valuation',
      `valuations.sale on ${(rows[0].n / 1e6).toFixed(2)} million sales`,
      [
        line('all', answers),
        ...methods.map((method) =>
          line(
            method,
            answers.filter((one) => one.method === method),
          ),
        ),
      ],
      [
        `${AT_ONCE} callers at once, live key, each call charged; client, server and database share the cores.`,
        `${rows[0].n} made-up sales in ${built.areas_fitted} areas, built in ${built.fit_seconds.toFixed(0)} s on one core, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB.`,
      ],
    );
  } finally {
    await scratch.close();
  }
}

interface Answer {
  ms: number;
  method: string;
}

/** Runs `count` calls, AT_ONCE of them at any moment. */
async function many(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) answers.push(await ask(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return answers;
}

function timed(agent: Agent, port: number, secret: string, uprn: number): Promise<Answer> {
  return new Promise((done, fail) => {
    const started = performance.now();
    const path = `/v1/valuations/${uprn}/sale`;
    request(
      { agent, port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${secret}` } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => {
          const ms = performance.now() - started;
          if (response.statusCode !== 200) fail(new Error(`${path}: ${response.statusCode} ${text}`));
          else done({ ms, method: (JSON.parse(text) as { method: string }).method });
        });
      },
    )
      .on('error', fail)
      .end();
  });
}
