import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

// Only what an operator installs counts; high and critical advisories fail.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
let report = null;
try {
  report = JSON.parse(stdout);
} catch {}
const counts = report?.metadata?.vulnerabilities;
if (!counts) {
  // A mirror without the audit service is no fault of the project, but it is reported.
  console.log('not audited: this registry offers no audit service');
  process.exit(0);
}
console.log(
  `${counts.total} advisories: ${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low`,
);
process.exit(counts.critical + counts.high > 0 ? 1 : 0);
