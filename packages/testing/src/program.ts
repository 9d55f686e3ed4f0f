import { resolve } from 'node:path';

const apps = resolve(import.meta.dirname, '../../../apps');

/**
 * A program for a process of its own: `fork(file, args, { execArgv })`, or `spawn(process.execPath, [...execArgv, file,
 * ...args])`. `npm test` builds the programs first and runs them as they are shipped, which start sooner;
 * otherwise they run from their sources, since what was built may be older.
 */
export function program(app: 'api' | 'cli' | 'mcp'): { file: string; execArgv: string[] } {
  return process.env.TEST_PROGRAMS === 'built'
    ? { file: resolve(apps, app, 'dist/main.js'), execArgv: [] }
    : { file: resolve(apps, app, 'src/main.ts'), execArgv: ['--import', 'tsx'] };
}
