import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, environment, generate, install, root } from './prepare.mjs';

install();
generate();
const folder = mkdtempSync(join(tmpdir(), 'domesday-report-'));
const report = join(folder, 'report.json');
const { status } = spawnSync(
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: environment() },
);
let closing = null;
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
rmSync(folder, { recursive: true, force: true });
console.log(closing.line);
process.exit(status === 0 && closing.failed === 0 ? 0 : 1);
