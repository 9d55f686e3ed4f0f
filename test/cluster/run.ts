import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetOperator } from '@domesday/testing/own-settings';
import { events } from './events.ts';
import { type Line, play } from './lib/ledger-check.ts';
import { CannotSetUp, missing, PACKAGES } from './lib/programs.ts';
import { startCluster } from './lib/stage.ts';

/**
 * `npm run test:cluster`: failures in a deployment of several machines, and a table of what the clients saw.
 */
const LONGEST_GAP_S = 15;
const absent = missing();
if (absent.length) {
  console.log(`skipped: the cluster needs ${absent.map((name) => PACKAGES[name] ?? name).join(', ')}`);
  process.exit(0);
}
forgetOperator();
const words = process.argv.slice(2);
const began_ms = Date.now();
const lines: Line[] = [];
const problems: string[] = [];
const cluster = await startCluster().catch((error: Error) => {
  if (!(error instanceof CannotSetUp)) throw error;
  console.log(`skipped: PostgreSQL under Patroni could not be set up here: ${error.message}`);
  process.exit(0);
});
console.log(`the cluster stands after ${seconds()} s`);
try {
  for (const [name, strike] of events) {
    if (words.length && !words.some((word) => name.includes(word))) continue;
    const line = await play(cluster, name, strike);
    lines.push(line);
    console.log(`${name}: ${JSON.stringify(line)}`);
    if (line.credits_wrong !== 0) problems.push(`${name}: ${line.credits_wrong} credits wrong`);
    if (line.longest_gap_s > LONGEST_GAP_S)
      problems.push(`${name}: ${line.longest_gap_s} s without an answer`);
    if (line.answered === 0) problems.push(`${name}: nothing was answered`);
  }
  const readers = cluster.apis.filter((api) => api.log().includes('replica read from')).length;
  if (readers < cluster.apis.length) problems.push(`only ${readers} processes read from replicas`);
} catch (error) {
  problems.push(String((error as Error).stack));
} finally {
  await cluster.close();
}
const table = [
  '| while clients call | answered | longest gap, s | refused, by kind | no answer | free, since cut before | credits expected | credits found | credits wrong |',
  '| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |',
  ...lines.map((line) => {
    const refused = Object.entries(line.refusals).map(([kind, n]) => `${n} × ${kind}`);
    return `| ${line.event} | ${line.answered} | ${line.longest_gap_s.toFixed(1)} | ${refused.join(', ') || 'none'} | ${line.unanswered} | ${line.free} | ${line.credits_expected} | ${line.credits_found} | ${line.credits_wrong} |`;
  }),
].join('\n');
const closing = problems.length ? `FAILED: ${problems.join('; ')}` : `all held, in ${seconds()} s`;
console.log(`\n${table}\n\n${closing}`);
if (words.length === 0 && problems.length === 0)
  await writeFile(
    join(import.meta.dirname, 'results.md'),
    `# Cluster\n\n${table}\n\nAnswers without an Idempotency-Key that were lost on the wire may have been charged: "found" may exceed\n"expected" by those. Again: \`npm run test:cluster\`\n`,
  );
process.exit(problems.length ? 1 : 0);

function seconds(): number {
  return Math.round((Date.now() - began_ms) / 1000);
}
