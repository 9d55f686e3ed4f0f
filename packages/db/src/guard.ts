import { spawn } from 'node:child_process';

/**
 * Waits until the pipe from its starter closes, then ends the server if it still runs under this process id. A server
 * that is starting has not written its file yet.
 */
const PROGRAM = `
const { readFileSync } = require('node:fs');
const [pid, file] = process.argv.slice(1);
let tries = 0;
const end = () => {
  try {
    if (readFileSync(file, 'utf8').split('\\n')[0] === pid) {
      process.kill(Number(pid), 'SIGINT');
      process.exit(0);
    }
  } catch {}
  if (++tries === 50) process.exit(0);
  setTimeout(end, 100);
};
process.stdin.resume().on('end', end);`;

/**
 * Ends the server when this process ends, even by kill -9: a small separate process waits for the pipe between them to
 * close. Returns the function that ends the guard and leaves the server running.
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
