import { spawn } from 'node:child_process';

/**
 * Waits until the pipe from its starter closes and no other process uses the server, then ends it if it still runs
 * under this process id, by SIGQUIT if it hangs. A server that is starting has not written its file yet. A file of a
 * user whose process id another program has by now counts for nothing, where the system tells when processes began.
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
 * Ends the server when this process ends, even by kill -9, and the others that use it: a small separate process waits
 * for the pipe between them to close. Returns the function that ends the guard and leaves the server running.
 */
export function guard({ pid, pid_file, stops_within_ms, users }: Guarded): () => void {
  const told = [pid, pid_file, stops_within_ms, users, process.pid].map(String);
  const child = spawn(process.execPath, ['-e', PROGRAM, ...told], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return () => void child.kill('SIGKILL');
}
