/** Up to this many failed files may be due to load from other tests; more have a common cause and are not retried. */
const MOST_FILES = 3;

/** The files of a vitest report that are run a second time, alone: the failed ones, if they are few. */
export function triedAgain(report) {
  const failed = report.testResults.filter((file) => file.status === 'failed');
  return failed.length > MOST_FILES ? [] : failed.map((file) => file.name);
}

/**
 * The totals of a run. Files in `again` count by the result of their second try; `atSecond` names the tests that failed
 * first and passed then.
 */
export function outcome(report, again = { testResults: [] }) {
  const second = new Map(again.testResults.map((file) => [file.name, file]));
  const count = { passed: 0, failed: 0, skipped: 0 };
  const atSecond = [];
  for (const first of report.testResults) {
    const file = second.get(first.name) ?? first;
    // A file that fails before its first test, or outside its tests, counts as one failure.
    const failures = file.assertionResults.filter((test) => test.status === 'failed').length;
    if (file.status === 'failed' && failures === 0) count.failed++;
    for (const { status } of file.assertionResults)
      count[status === 'passed' || status === 'failed' ? status : 'skipped']++;
    if (file === first || file.status === 'failed') continue;
    const lost = first.assertionResults.filter((test) => test.status === 'failed');
    atSecond.push(...(lost.length ? lost.map((test) => `${first.name}: ${test.fullName}`) : [first.name]));
  }
  return { ...count, atSecond };
}
