import { spawn } from 'node:child_process';

/**
 * The program of the guard process. It waits until the pipe from its starter closes and no other process uses the
 * server. Then it stops the server if this still runs under the same process id, by SIGQUIT if it hangs. It retries for
 * a while, since a starting server has not written its pid file yet. On systems that tell when a process began, the
 * file of a user whose process id was reused is ignored.
 */
const PROGRAM = `
const { readFileSync, readdirSync } = require('node:fs');
const [pid, file, stops_within_ms, users, starter] = process.argv.slice(1);
const send = (signal) => {
  try {
    return readFileSync(file, 'utf8').split('\\n')[0] === pid && process.kill(Number(pid), signal);
  } catch {
    return false;
  }
};
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const lives = (name) => {
  const user = parseInt(name, 10);
  if (user === Number(starter)) return false;
  try {
    process.kill(user, 0);
  } catch ({ code }) {
    if (code !== 'EPERM') return false;
  }
  const began = read(users + '/' + name);
  const stat = read('/proc/' + user + '/stat');
  return !began || !stat || stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] === began;
};
const used = () => {
  try {
    return readdirSync(users).some(lives);
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
  if (used() && send(0)) setTimeout(end, 250);
  else if (send('SIGINT')) quit();
  else if (++tries < 50) setTimeout(end, 100);
};
process.stdin.resume().on('end', end);`;

interface Guarded {
  pid: number;
  pid_file: string;
  stops_within_ms: number;
  /** Folder with a file for each process that uses the server. */
  users: string;
}

/**
 * Starts a small guard process that ends the server once this process, even after kill -9, and all others that use the
 * server have ended. It notices the end of this process because the pipe between them closes. Returns a function that
 * ends the guard and leaves the server running.
 */
export function guard({ pid, pid_file, stops_within_ms, users }: Guarded): () => void {
  const args = [pid, pid_file, stops_within_ms, users, process.pid].map(String);
  const child = spawn(process.execPath, ['-e', PROGRAM, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return () => void child.kill('SIGKILL');
}
