import { realpathSync } from 'node:fs';
import { run } from './run.ts';
import { endFirstBySignals } from './trouble.ts';

const OUTPUT_LOST = 1;

// Commands start processes of this program. Where the path is a link to the folder of this version, it may lead to a
// newer one by then.
process.argv[1] = realpathSync(process.argv[1]!);

endFirstBySignals();
// npm and its shell do not forward every signal. If this process was started with a channel, its closing means that the
// parent has died.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A listener keeps the channel open, and so a command alive that has ended.
process.channel?.unref();

// The PostgreSQL client reads `navigator`, or else `Response`, to recognise one cloud runtime. Node 20 has no
// `navigator`, and reading `Response` loads Node's whole HTTP client: a fifth of the time that a command takes to
// start.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node}` },
  });

// The command goes on with its work, a load as well as a service, whether or not what it says can be written.
process.stderr.on('error', () => {});
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Whoever reads may have seen enough, as `head` has.
  if (code === 'EPIPE' || process.exitCode === OUTPUT_LOST) return;
  process.exitCode = OUTPUT_LOST;
  console.error(`error: The output cannot be written (${message}).`);
});

const status = await run(process.argv.slice(2));
// A command may have set one of its own.
if (status !== 0) process.exitCode = status;
