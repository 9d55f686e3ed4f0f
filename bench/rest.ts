import { execFileSync } from 'node:child_process';
import { statement } from '@domesday/db';
import { loadSandbox } from '@domesday/testing';
import autocannon from 'autocannon';
import { propertyOf } from '../apps/api/src/domains/properties/get.query.ts';
import { median, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

/** The fields that one read of address, certificate and last sale fills. */
const RECORDED = [
  'address,postcode,location,country,property_type,build_form,floor_area_sqft,floor_area_sqm,habitable_rooms',
  'bedrooms,tenure,construction_age,epc,last_sold_price,last_sold_date,local_authority,small_area_code',
].join(',');

type Kind = 'bare' | 'recorded' | 'whole' | 'again' | 'recorded24' | 'whole24';

/** The read of one home as the baseline sends it. */
const oneHome = statement({
  name: 'bench-one-home',
  parameters: { uprn: 'int8' },
  build: ({ uprn }) => propertyOf(uprn),
});

/**
 * Requests per second of properties.get with every step enabled, against bare Express with the same single read; and
 * of the whole record, whose maps and estimate take further reads that the baseline does not do.
 */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    console.log(`loaded ${await loadSandbox(scratch.db)} rows`);
    const [secret] = await benchKey(scratch.db);
    const { rows } = await scratch.db.query('select uprn from addresses order by md5(uprn::text)');
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'info', BENCH_SQL: oneHome.text };
    const kept = { ...env, KEPT_ANSWERS_MB: '32' };
    const api = await serve('apps/api/dist/main.js', kept, '/v1/openapi.json');
    const anew = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
    const bare = await serve('bench/lib/bare-express.mjs', env, '/v1/properties/1');
    const newer = await serve('apps/api/dist/main.js', env, '/v1/openapi.json', 'API_PORT', node24());
    const measure = async (port: number, query = ''): Promise<number> => {
      const requests = rows.map((row) => ({ path: `/v1/properties/${row.uprn}${query}` }));
      // Each connection begins at another home; otherwise a slow server would be asked only for the first few.
      const from = (start: number) => [...requests.slice(start), ...requests.slice(0, start)];
      let connection = 0;
      const result = await autocannon({
        url: `http://127.0.0.1:${port}`,
        connections: CONNECTIONS,
        duration: SECONDS,
        headers: { authorization: `Bearer ${secret}` },
        setupClient: (client) =>
          client.setRequests(from(connection++ * Math.floor(rows.length / CONNECTIONS))),
      });
      if (result.non2xx || result.errors)
        throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} failed`);
      return result['2xx'] / result.duration;
    };
    const rounds: Record<Kind, number>[] = [];
    for (let i = 0; i <= ROUNDS; i++) {
      rounds.push({
        bare: await measure(bare.port),
        recorded: await measure(anew.port, `?fields=${RECORDED}`),
        whole: await measure(anew.port),
        again: await measure(api.port),
        recorded24: await measure(newer.port, `?fields=${RECORDED}`),
        whole24: await measure(newer.port),
      });
    }
    // The first round warms up.
    rounds.shift();
    await api.stop();
    await anew.stop();
    await newer.stop();
    await bare.stop();
    const row = (server: string, kind: Kind) => ({
      server,
      requests_per_s: Math.round(median(rounds.map((r) => r[kind]))),
      ratio: Number(median(rounds.map((r) => r[kind] / r.bare)).toFixed(2)),
    });
    const { rows: ledger } = await scratch.db.query('select count(*) as n from ledger');
    await report(
      'rest',
      'properties.get, everything switched on',
      [
        row('bare Express, the same read', 'bare'),
        row('Domesday, the fields of that read; live key, charged, logged', 'recorded'),
        row('Domesday, all fields: maps and estimate too', 'whole'),
        row('Domesday, all fields, with answers kept as by default', 'again'),
        row('Domesday on Node 24, the fields of that read', 'recorded24'),
        row('Domesday on Node 24, all fields', 'whole24'),
      ],
      [
        `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn; client, server and database share the cores.`,
        'All rows answer every request anew (KEPT_ANSWERS_MB=0), except the fourth: it has the default, and from its second round on each home was asked for twice.',
        'Node 24 runs the server alone; its ratio is to the same bare Express, on the Node below.',
        `${ledger[0].n} charges in the ledger, each committed before its answer left.`,
      ],
    );
  } finally {
    await scratch.close();
  }
}

/** Path of Node 24, which npm downloads if it is missing. */
function node24(): string {
  return execFileSync('npx', ['-y', 'node@24', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();
}
