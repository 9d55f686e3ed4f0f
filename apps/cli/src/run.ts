import { type Command, CommanderError } from 'commander';
import { WrongCommandLine } from './argument-values.ts';
import { programOf } from './commands.ts';
import { printJson } from './output.ts';
import { troubleOf } from './trouble.ts';

const FAILED = 1;
const NOT_UNDERSTOOD = 2;

/** Runs one command line; returns its exit status. */
export async function run(args: string[]): Promise<number> {
  try {
    const program = await programOf(args[0]);
    await program.parseAsync(rewriteHelp(program, args), { from: 'user' });
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
    return error instanceof WrongCommandLine ? NOT_UNDERSTOOD : FAILED;
  }
}

/**
 * Rewrites `help <name>` and `<name> --help`. Help for an unknown name would print the program's help as if all were
 * well, so it is refused like a call of that name. Help for a command of a group is the command's, not the group's.
 */
function rewriteHelp(program: Command, args: string[]): string[] {
  const path: string[] = [];
  let command = program;
  let helps = false;
  for (const word of args) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    if (word === 'help') {
      helps = true;
      continue;
    }
    path.push(word);
    const next = command.commands.find((one) => one.name() === word);
    if (!next) return helps || args.includes('--help') || args.includes('-h') ? path : args;
    command = next;
  }
  return helps ? [...path, '--help'] : args;
}
