import { Argument, Command } from 'commander';
import { completionsOf, SHELLS, type Shell, scriptFor } from '../completion.ts';
import { printJson } from '../output.ts';

/** `program` gives the program with all of its commands. */
export function completionCommand(program: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a shell script that completes commands, options and datasets')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .option('--json', 'print the names that are completed as JSON')
    .action(async (shell: Shell, options: { json?: boolean }) => {
      const completions = completionsOf(await program());
      if (options.json) printJson(completions);
      else process.stdout.write(scriptFor(shell, completions));
    });
}
