import { appendFileSync } from 'node:fs';
import { type RunnerTestFile, TestRunner } from 'vitest';

/**
 * Runs test files until TEST_UNTIL_MS, a time since 1970. A file that begins later is skipped whole, and named in the
 * file TEST_UNREACHED, one to a line.
 */
export default class BoundedRunner extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    const { TEST_UNTIL_MS, TEST_UNREACHED } = process.env;
    if (!TEST_UNTIL_MS || !TEST_UNREACHED || Date.now() < Number(TEST_UNTIL_MS)) return;
    // No name is like this: the tests of the file are left out as by `--testNamePattern`, and so are its hooks.
    this.config.testNamePattern = /(?!)/;
    appendFileSync(TEST_UNREACHED, `${file.name}\n`);
  }
}
