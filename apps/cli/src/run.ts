import { CommanderError } from 'commander';
import { programOf } from './commands.ts';
import { printJson } from './output.ts';
import { troubleOf } from './trouble.ts';

const FAILED = 1;
const NOT_UNDERSTOOD = 2;

/** Runs one command line; returns its exit status. */
export async function run(args: string[]): Promise<number> {
  try {
    await (await programOf(args[0])).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the error, with the nearest name.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    const message = troubleOf(error as Error);
    if (args.includes('--json')) printJson({ error: { message } });
    else console.error(`error: ${message}`);
    return FAILED;
  }
}
