import { run } from './run.ts';

// npm and its shell do not forward every signal. If this process was started with a channel, its closing means that the
// parent has died.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const status = await run(process.argv.slice(2));
// A command may have set one of its own.
if (status !== 0) process.exitCode = status;
