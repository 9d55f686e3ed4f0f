import autocannon from 'autocannon';
import { median, report } from './lib/report.ts';
import { serve } from './lib/servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const CONNECTIONS = 16;
const QUERY = '/properties/998000000005?fields=address,postcode,epc,last_sold_price&include=provenance';

const CHECKS = {
  bare: 'the route alone',
  ajv: 'Ajv compiled from the contract',
  validator: 'express-openapi-validator, as the server uses it',
  installed: 'express-openapi-validator, as its manual sets it up',
} as const;
type Check = keyof typeof CHECKS;

/**
 * Cost of checking a request of properties.get: requests per second and processor time of the server, the checks
 * alternating in one run, without key, database and handler.
 */
export async function run(): Promise<void> {
  const server = await serve('bench/lib/checked-routes.ts', { NODE_OPTIONS: '--import tsx' }, '/cpu');
  const base = `http://127.0.0.1:${server.port}`;
  const cpuUs = async () => Number(await (await fetch(`${base}/cpu`)).text());
  const measure = async (check: Check) => {
    await cpuUs();
    const result = await autocannon({
      url: `${base}/${check}${QUERY}`,
      connections: CONNECTIONS,
      duration: SECONDS,
    });
    if (result.non2xx || result.errors) throw new Error(`${check}: ${result.non2xx} answers were no 2xx`);
    return { per_s: result['2xx'] / result.duration, cpu_us: (await cpuUs()) / result['2xx'] };
  };
  const rounds: Record<Check, { per_s: number; cpu_us: number }>[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const round = {} as (typeof rounds)[number];
    for (const check of Object.keys(CHECKS) as Check[]) round[check] = await measure(check);
    rounds.push(round);
  }
  // The first round warms up.
  rounds.shift();
  await server.stop();
  await report(
    'validation',
    'What checking a request costs',
    (Object.keys(CHECKS) as Check[]).map((check) => ({
      check: CHECKS[check],
      requests_per_s: Math.round(median(rounds.map((r) => r[check].per_s))),
      cpu_us_a_request: Number(median(rounds.map((r) => r[check].cpu_us)).toFixed(1)),
      added_us: Number(median(rounds.map((r) => r[check].cpu_us - r.bare.cpu_us)).toFixed(1)),
    })),
    [
      `properties.get with two parameters, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn.`,
      'Processor time is that of the server alone; client and server share the cores.',
    ],
  );
}
