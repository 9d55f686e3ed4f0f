import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, environment, generate, install, root } from './prepare.mjs';

// Sends invalid input to every interface for a limited time, then prints what was sent and the results. The sizes and
// the seed can be set: FUZZ_REQUESTS, FUZZ_MCP_REQUESTS, FUZZ_FILES (for each loader), FUZZ_SECONDS (for each
// interface) and FUZZ_SEED.
install();
generate();
const folder = mkdtempSync(join(tmpdir(), 'domesday-fuzz-'));
const began_ms = Date.now();
const { status } = spawnSync(
  bin('vitest'),
  [
    'run',
    'apps/api/test/fuzz.test.ts',
    'apps/mcp/test/fuzz.test.ts',
    'packages/datasets/test/fuzz.test.ts',
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      FUZZ_REQUESTS: '30000',
      FUZZ_MCP_REQUESTS: '12000',
      FUZZ_FILES: '20',
      FUZZ_SECONDS: '150',
      ...environment(),
      FUZZ_REPORT: folder,
    },
  },
);
const tallies = readdirSync(folder)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
rmSync(folder, { recursive: true, force: true });
const columns = [
  'surface',
  'sent',
  'server_errors',
  'off_contract',
  'hangs',
  'credits_expected',
  'credits_found',
  'slowest_ms',
];
console.log(`\n| ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length - 1)}`);
for (const tally of tallies) {
  const cells = columns.map((name) =>
    typeof tally[name] === 'number' ? Math.round(tally[name]) : tally[name],
  );
  console.log(`| ${cells.join(' | ')} |`);
}
const sent = tallies.reduce((sum, tally) => sum + tally.sent, 0);
const sound =
  status === 0 &&
  tallies.every(
    (t) => t.server_errors + t.off_contract + t.hangs === 0 && t.credits_expected === t.credits_found,
  );
console.log(
  `\n${sent} odd inputs in ${Math.round((Date.now() - began_ms) / 1000)} s: ${sound ? 'all answered as they should be' : 'FAILED, see above'}`,
);
process.exit(sound ? 0 : 1);
