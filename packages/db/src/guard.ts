import { spawn } from 'node:child_process';

/** Reads until the pipe from its starter closes, then ends the server that still runs under this number. */
const PROGRAM = `
const { readFileSync } = require('node:fs');
const [pid, file] = process.argv.slice(1);
process.stdin.resume().on('end', () => {
  try {
    if (readFileSync(file, 'utf8').split('\\n')[0] === pid) process.kill(Number(pid), 'SIGINT');
  } catch {}
  process.exit(0);
});`;

/**
 * Ends the server when this process ends, also by a kill -9, at which it can do nothing itself: a small process of
 * its own waits for the pipe between them to close. Returns what ends the guard and leaves the server alone.
 */
export function guard(pid: number, pidFile: string): () => void {
  const child = spawn(process.execPath, ['-e', PROGRAM, String(pid), pidFile], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return () => void child.kill('SIGKILL');
}
