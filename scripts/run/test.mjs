import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bin, environment, install, root } from './prepare.mjs';
import { outcome, triedAgain } from './second-try.mjs';

// Runs all tests, or those that the arguments select in vitest. If neither the tree nor the environment changed, a
// passed run is not repeated; its output is replayed. `npm test -- --force` runs it anyway. Files that fail in a whole
// run are tried once more, alone, and named even if they pass then.
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

const env = { ...environment(), TEST_PROGRAMS: 'built', TEST_SURROUNDINGS: surroundings() };
const run = (program, given) =>
  spawnSync(bin(program), given, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env });
/** Reads a report; undefined if the run ended before its report was complete. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs the failed files of a whole run once more, if they are few; returns whether all passed then. */
function tryAgain(first) {
  const files = args.length ? [] : triedAgain(first).map((name) => relative(root, name));
  if (!files.length) return { well: false };
  console.log(`Trying once more, alone: ${files.join(', ')}`);
  const again = join(root, '.turbo/second-try-report.json');
  rmSync(again, { force: true });
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${again}`];
  const { status } = run('vitest', ['run', '--maxWorkers=1', ...output, ...files]);
  return { well: status === 0, again: read(again) };
}

const options = ['--env-mode=loose', '--output-logs=full', '--log-prefix=none', '--no-update-notifier'];
const forced = force ? ['--force'] : [];
const tests = ['run', '//#test:all', ...options, ...forced, ...(args.length ? ['--', ...args] : [])];
const { status } = run('turbo', tests);
const first = read(report);
if (!first) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
// If `well` is false and no test failed, an error occurred outside the tests.
const { well, again } = status === 0 ? { well: true } : tryAgain(first);
const { passed, failed, skipped, atSecond } = outcome(first, again);
for (const test of atSecond) console.log(`passed only at the second try, alone: ${test}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(well && failed === 0 ? 0 : 1);
