import { realpathSync } from 'node:fs';
import { run } from './run.ts';
import { endFirstBySignals } from './trouble.ts';

const OUTPUT_LOST = 1;

// Commands start this program again as workers. If the path contains a link to the folder of this version, that link
// may point to a newer version by then.
process.argv[1] = realpathSync(process.argv[1]!);

endFirstBySignals();
// npm and its shell do not forward every signal. If this process was started with a channel, its closing means that the
// parent has died.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A listener keeps the channel open, and the process alive after its command has ended.
process.channel?.unref();

// The PostgreSQL client reads `navigator`, or else `Response`, to recognise one cloud runtime. Node 20 has no
// `navigator`, and reading `Response` loads Node's whole HTTP client: a fifth of the time that a command takes to
// start.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node}` },
  });

// A load or a service continues even if its messages cannot be written.
process.stderr.on('error', () => {});
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader of a pipe may stop reading, as `head` does.
  if (code === 'EPIPE' || process.exitCode === OUTPUT_LOST) return;
  process.exitCode = OUTPUT_LOST;
  console.error(`error: The output cannot be written (${message}).`);
});

const status = await run(process.argv.slice(2));
// A command may have set its own exit status.
if (status !== 0) process.exitCode = status;
