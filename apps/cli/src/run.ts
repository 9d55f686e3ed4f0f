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
    const json = args.includes('--json');
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Commander has already printed the error for a reader, with the nearest name.
      if (json) printJson({ error: { message: error.message.replace(/^error: /, '') } });
      return NOT_UNDERSTOOD;
    }
    const message = troubleOf(error as Error);
    if (json) printJson({ error: { message } });
    else console.error(`error: ${message}`);
    return FAILED;
  }
}
