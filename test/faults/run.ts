import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetOperator } from '@domesday/testing/own-settings';
import { faults } from './faults.ts';
import type { Result, Skipped } from './lib/fault.ts';
import { setStage } from './lib/stage.ts';

/**
 * `npm run test:faults [-- names]`: causes the faults, prints a table, exits with 0 only if the ledger balances.
 */
forgetOperator();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`);
  process.exit(1);
}
const began_ms = Date.now();
const stage = await setStage({ beat_ms: 3000 });
const results: (Result | Skipped)[] = [];
try {
  for (const [name, play] of Object.entries(faults)) {
    if (names.length && !names.includes(name)) continue;
    const from_ms = Date.now();
    const result = await play(stage).catch((error: Error) => broken(name, error));
    results.push(result);
    const said =
      'skipped' in result ? `skipped: ${result.skipped}` : result.problems.join('; ') || 'balanced';
    console.log(`${name}: ${said} (${((Date.now() - from_ms) / 1000).toFixed(0)} s)`);
  }
} finally {
  await stage.close();
}
const table = [
  '| fault | what the clients saw | requests | answered | longest wait, ms | charged without an answer, then repeated free | credits expected | credits found |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...results.map((r) =>
    'skipped' in r
      ? `| ${r.fault} | skipped: ${r.skipped} | | | | | | |`
      : `| ${r.fault} | ${r.saw} | ${r.sent} | ${r.answered} | ${r.slowest_ms} | ${r.replayed} | ${r.expected} | ${r.found} |`,
  ),
].join('\n');
const failed = results.filter((r) => 'problems' in r && r.problems.length > 0);
const closing = `${results.length - failed.length} of ${results.length} survived in ${Math.round((Date.now() - began_ms) / 1000)} s`;
console.log(`\n${table}\n\n${closing}`);
if (names.length === 0) {
  await writeFile(
    join(import.meta.dirname, 'results.md'),
    `# Faults\n\n${table}\n\n${closing}. Again: \`npm run test:faults\`\n`,
  );
}
process.exit(failed.length ? 1 : 0);

function broken(fault: string, error: Error): Result {
  const nothing = {
    sent: 0,
    answered: 0,
    refused: 0,
    lost: 0,
    slowest_ms: 0,
    expected: 0,
    found: 0,
    replayed: 0,
  };
  return { fault, saw: 'the script failed', ...nothing, problems: [error.stack ?? error.message] };
}
