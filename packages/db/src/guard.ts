import { spawn } from 'node:child_process';

/**
 * Waits until the pipe from its starter closes, then ends the server if it still runs under this process id, by SIGQUIT
 * if it hangs. A server that is starting has not written its file yet.
 */
const PROGRAM = `
const { readFileSync } = require('node:fs');
const [pid, file, stops_within_ms] = process.argv.slice(1);
const send = (signal) => {
  try {
    return readFileSync(file, 'utf8').split('\\n')[0] === pid && process.kill(Number(pid), signal);
  } catch {
    return false;
  }
};
let waited_ms = 0;
const quit = () => {
  waited_ms += 100;
  if (waited_ms > stops_within_ms) send('SIGQUIT');
  else if (send(0)) setTimeout(quit, 100);
};
let tries = 0;
const end = () => {
  if (send('SIGINT')) quit();
  else if (++tries < 50) setTimeout(end, 100);
};
process.stdin.resume().on('end', end);`;

/**
 * Ends the server when this process ends, even by kill -9: a small separate process waits for the pipe between them to
 * close. Returns the function that ends the guard and leaves the server running.
 */
export function guard(pid: number, pidFile: string, stops_within_ms: number): () => void {
  const child = spawn(process.execPath, ['-e', PROGRAM, String(pid), pidFile, String(stops_within_ms)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return () => void child.kill('SIGKILL');
}
