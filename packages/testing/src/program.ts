import { resolve } from 'node:path';

const apps = resolve(import.meta.dirname, '../../../apps');

/**
 * A program for a child process: `fork(file, args, { execArgv })`, or `spawn(process.execPath, [...execArgv, file,
 * ...args])`. `npm test` builds the programs first and runs them as shipped, which starts sooner. Otherwise they run
 * from their sources, since the built programs may be older.
 */
export function program(app: 'api' | 'cli' | 'mcp'): { file: string; execArgv: string[] } {
  return process.env.TEST_PROGRAMS === 'built'
    ? { file: resolve(apps, app, 'dist/main.js'), execArgv: [] }
    : { file: resolve(apps, app, 'src/main.ts'), execArgv: ['--import', 'tsx'] };
}
