import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { program } from '@domesday/testing/program';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { programOf } from '../src/commands.ts';
import { COMMAND } from './domesday.ts';

const SCRIPT = `
  import { createRequire } from 'node:module';
  const { programOf } = await import('./src/commands.ts');
  (await programOf()).helpInformation();
  console.log(JSON.stringify(Object.keys(createRequire(process.cwd() + '/x.js').cache)));`;

it('prints the help without importing a database client or a file reader', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', SCRIPT],
    { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const packages = (JSON.parse(stdout) as string[]).map((path) => path.split('node_modules/').at(-1)!);
  const names = new Set(packages.map((path) => path.split(/[/\\]/)[0]));
  expect([...names].filter((name) => name !== 'tsx' && name !== 'esbuild').sort()).toEqual([
    'commander',
    'fastest-levenshtein',
  ]);
});

it('prints its version', () => {
  const { stdout, status } = spawnSync(process.execPath, [...COMMAND, '--version'], { encoding: 'utf8' });
  expect([stdout.trim(), status]).toEqual([manifest.version, 0]);
});

it.skipIf(process.platform === 'win32')(
  'starts child processes of its own version, even if the link through which it was started now points to another',
  () => {
    const { file, execArgv } = program('cli');
    const folder = mkdtempSync(join(tmpdir(), 'version-'));
    symlinkSync(dirname(file), join(folder, 'current'));
    // Prints the path from which a command would start its workers.
    const tell = "data:text/javascript,process.on('exit', () => console.log(process.argv[1]))";
    const args = ['--import', tell, ...execArgv, join(folder, 'current', basename(file)), '--version'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout.trim().split('\n')).toEqual([manifest.version, realpathSync(file)]);
  },
);

/** The parsers of the options and arguments of all commands. */
async function readersOf() {
  const withAll = (command: Command): Command[] => [command, ...command.commands.flatMap(withAll)];
  return withAll(await programOf()).flatMap((command) =>
    [...command.options, ...command.registeredArguments].flatMap((one) =>
      one.parseArg ? [{ name: `${command.name()} ${one.name()}`, read: one.parseArg }] : [],
    ),
  );
}

it('accepts only days and months of the calendar for every option and argument that is a day or a month', async () => {
  const takes = (read: (text: string, before: undefined) => unknown, text: string): boolean => {
    try {
      return read(text, undefined) !== undefined;
    } catch {
      return false;
    }
  };
  const readers = await readersOf();
  const of = (sound: string, none: string) =>
    readers.filter(({ read }) => takes(read, sound) && !takes(read, none));
  const [days, months] = [of('2028-02-29', '2027-02-29'), of('2026-12', '2026-13')];
  expect(days.map(({ name }) => name)).toEqual(expect.arrayContaining(['backtest from', 'create until']));
  expect(months.map(({ name }) => name)).toEqual(expect.arrayContaining(['list month', 'credits month']));
  for (const { name, read } of [...days, ...months])
    for (const text of ['0000-01-01', '0000-01', '2026-00-01', '2026-00', '26-01-01', '01/2026', ''])
      expect([name, text, takes(read, text)]).toEqual([name, text, false]);
});

it('accepts only decimal digits for every option and argument that is a number', async () => {
  const readers = await readersOf();
  const takes = (read: (text: string, before: undefined) => unknown, text: string): boolean => {
    try {
      return typeof read(text, undefined) === 'number';
    } catch {
      return false;
    }
  };
  const numbers = readers.filter(({ read }) => takes(read, '3'));
  expect(numbers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['create cap', 'cap credits', 'create moved', 'backtest thin', 'build workers']),
  );
  for (const { name, read } of numbers)
    for (const text of ['0x3', '1e1', ' 3 ', '+3', '3,0', '3_0', '', 'Infinity'])
      expect([name, text, takes(read, text)]).toEqual([name, text, false]);
});

it('exits with its status even if it was started with a channel to its parent', async () => {
  const { file, execArgv } = program('cli');
  const child = fork(file, ['no-such-command'], { execArgv, silent: true });
  expect(await once(child, 'exit')).toEqual([2, null]);
});

it('prints no error if the reader of its output closes early, as `| head` does', async () => {
  const child = spawn(process.execPath, [...COMMAND, '--help']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toBe('');
});
