import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const { outcome, triedAgain } = await import(pathToFileURL(`${import.meta.dirname}/run/second-try.mjs`).href);

type Status = 'passed' | 'failed' | 'pending';
const file = (
  name: string,
  statuses: Status[],
  status = statuses.includes('failed') ? 'failed' : 'passed',
) => ({
  name,
  status,
  assertionResults: statuses.map((status, i) => ({ status, fullName: `test ${i + 1}` })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

it('repeats each failed file if there are one to three, and otherwise none', () => {
  const names = (failed: number) =>
    triedAgain(
      report(file('well', ['passed']), ...Array.from({ length: failed }, (_, i) => file(`${i}`, ['failed']))),
    );
  expect([0, 1, 3, 4].map(names)).toEqual([[], ['0'], ['0', '1', '2'], []]);
});

it('counts tests that failed at both tries as failed, and names those that passed only at the second', () => {
  const first = report(
    file('a', ['passed', 'pending']),
    file('b', ['passed', 'failed']),
    file('c', ['passed', 'failed', 'failed']),
    file('broken', [], 'failed'),
  );
  expect(outcome(first)).toEqual({ passed: 3, failed: 4, skipped: 1, atSecond: [] });
  const again = report(
    file('b', ['passed', 'passed']),
    file('c', ['passed', 'passed', 'failed']),
    file('broken', ['passed'], 'passed'),
  );
  expect(outcome(first, again)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 1,
    atSecond: ['b: test 2', 'broken'],
  });
});

it('counts a file that fails outside its tests as failed at the second try too', () => {
  const broken = report(file('a', ['passed'], 'failed'));
  expect(outcome(broken, broken)).toEqual({ passed: 1, failed: 1, skipped: 0, atSecond: [] });
});
