const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);
/** PostgreSQL was stopped, or died, under the command. */
const ENDED = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE']);
const LOST = /^Connection terminated/;

const AGAIN = 'What was served stays as it was; the same command again continues.';

/** What an operator is told of an error: of those of the machine, what to do about it. */
export function troubleOf(error: Error & { code?: unknown; syscall?: unknown }): string {
  const code = String(error.code);
  const { message } = error;
  if (DISK_FULL.has(code)) return `A disk is full (${message}). Make room on it. ${AGAIN}`;
  if (NOT_WRITABLE.has(code) || (code === 'ENOENT' && error.syscall === 'mkdir'))
    return `A folder cannot be written (${message}). DOMESDAY_HOME names the folder of all data.`;
  if (ENDED.has(code) || LOST.test(message))
    return `PostgreSQL ended or does not answer (${message}). What is stored stays; run the command again once it does.`;
  return message;
}

let told = false;

/** Says what Ctrl-C leaves behind a command that loads, and lets it end the process. */
export function tellInterruption(): void {
  if (told) return;
  told = true;
  process.once('SIGINT', () => {
    console.error(`\nStopped. ${AGAIN}`);
    process.kill(process.pid, 'SIGINT');
  });
}
