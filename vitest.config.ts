import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps,scripts,bench,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['packages/testing/src/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // One second, as it is else, is little where three workers share two cores.
    // A test whose loop has no rows, or that returns before its end, would pass without saying anything.
    expect: { poll: { timeout: 60_000 }, requireAssertions: true },
    pool: 'forks',
    // Modules are read once for each worker: reading them for each file took a third of the time.
    isolate: false,
    // On two cores: many tests wait for a process or a clock of their own.
    maxWorkers: 3,
    execArgv: ['--max-semi-space-size=32'],
  },
});
