/** So many files may fail by what runs beside them; more have a cause of their own. */
const MOST_FILES = 3;

/** The files of a report of vitest that are tried a second time, alone: those that failed, if they are few. */
export function triedAgain(report) {
  const failed = report.testResults.filter((file) => file.status === 'failed');
  return failed.length > MOST_FILES ? [] : failed.map((file) => file.name);
}

/**
 * What a run comes to, where the files of `again` count as they ended at the second try; `atSecond` names what failed
 * at the first and passed then.
 */
export function outcome(report, again = { testResults: [] }) {
  const second = new Map(again.testResults.map((file) => [file.name, file]));
  const count = { passed: 0, failed: 0, skipped: 0 };
  const atSecond = [];
  for (const first of report.testResults) {
    const file = second.get(first.name) ?? first;
    // A file that fails before its first test, or beside its tests, counts as one failure.
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
