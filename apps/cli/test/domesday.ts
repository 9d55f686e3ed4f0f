import { program } from '@domesday/testing/program';
import { vi } from 'vitest';
import { run } from '../src/run.ts';

const { file, execArgv } = program('cli');
/** Runs a command line in a child process: `spawn(process.execPath, [...COMMAND, ...args])`. */
export const COMMAND = [...execArgv, file];

/** Runs one command line in this process; returns its output and exit status. */
export async function domesday(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const hear = (from: 'out' | 'err', text: unknown): boolean => {
    said[from] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text = '') => void hear('out', `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text = '') => void hear('err', `${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => hear('out', text)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => hear('err', text)),
  ];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const code = await run(args);
    return { code: code || Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
