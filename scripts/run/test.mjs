import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bin, environment, install, root } from './prepare.mjs';

// Runs all tests, or those that the arguments name for vitest. What passed is not run again where neither the
// tree nor the surroundings changed: its output is replayed. `npm test -- --force` runs it all the same.
install();
const given = process.argv.slice(2);
const force = given.includes('--force');
const args = given.filter((arg) => arg !== '--force');
const report = join(root, '.turbo/test-report.json');
rmSync(report, { force: true });

/** Optional programs and data that tests use: a test that lacks one is skipped, and says so. */
function surroundings() {
  const data = resolve(process.env.DOMESDAY_SHARED_DATA ?? join(root, '../shared/data'));
  const redis = spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return [
    process.version,
    process.platform,
    existsSync(data) ? `${data} ${statSync(data).mtimeMs}` : 'no data',
    redis,
  ].join('; ');
}

const { status } = spawnSync(
  bin('turbo'),
  [
    'run',
    '//#test:all',
    '--env-mode=loose',
    '--output-logs=full',
    '--log-prefix=none',
    '--no-update-notifier',
    ...(force ? ['--force'] : []),
    ...(args.length ? ['--', ...args] : []),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...environment(), TEST_PROGRAMS: 'built', TEST_SURROUNDINGS: surroundings() },
  },
);
let closing;
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that fails before its first test counts as one failure.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  const skipped = numPendingTests + (numTodoTests ?? 0);
  closing = {
    line: `${numPassedTests} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
    failed,
  };
} catch {
  closing = { line: '0 passed, 1 failed', failed: 1 };
}
console.log(closing.line);
process.exit(status === 0 && closing.failed === 0 ? 0 : 1);
