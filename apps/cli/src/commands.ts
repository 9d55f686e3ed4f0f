import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };

/** Each command is a separate module, loaded only when it is called: some of them import half the service. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand(),
  restored: async () => (await import('./commands/restored.ts')).restoredCommand(),
  load: async () => (await import('./commands/load.ts')).loadCommand(),
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand(),
  update: async () => (await import('./commands/update.ts')).updateCommand(),
  country: async () => (await import('./commands/country.ts')).countryCommand(),
  sources: async () => (await import('./commands/sources.ts')).sourcesCommand(),
  remove: async () => (await import('./commands/remove.ts')).removeCommand(),
  releases: async () => (await import('./commands/releases.ts')).releasesCommand(),
  withhold: async () => (await import('./commands/withhold.ts')).withholdCommand(),
  rejects: async () => (await import('./commands/rejects.ts')).rejectsCommand(),
  build: async () => (await import('./commands/build.ts')).buildCommand(),
  'fit-worker': async () => (await import('./commands/build.ts')).fitWorkerCommand(),
  backtest: async () => (await import('./commands/backtest.ts')).backtestCommand(),
  'backtest-rents': async () => (await import('./commands/backtest.ts')).backtestRentsCommand(),
  match: async () => (await import('./commands/match.ts')).matchCommand(),
  'match-worker': async () => (await import('./commands/match.ts')).matchWorkerCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand(),
  watches: async () => (await import('./commands/watches.ts')).watchesCommand(),
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(programOf),
};
const HIDDEN = new Set(['fit-worker', 'match-worker']);

/**
 * Returns the program with the called command only, or with all commands: help, completion and unknown names need all.
 */
export async function programOf(called?: string): Promise<Command> {
  const program = new Command('domesday')
    .description('An open, self-hosted UK property market data service.')
    .version(manifest.version, '--version', 'output the version number')
    .showHelpAfterError('(domesday --help lists the commands)');
  const names = called && Object.hasOwn(COMMANDS, called) ? [called] : Object.keys(COMMANDS);
  for (const name of names) program.addCommand(await COMMANDS[name]!(), { hidden: HIDDEN.has(name) });
  program.addHelpText(
    'after',
    '\nExit status: 0 success, 1 failure, 2 invalid command line, or a check stopped a load. Each command takes --json.',
  );
  for (const command of leavesOf(program)) command.exitOverride();
  return program;
}

/** The program, its groups and its commands. */
function leavesOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(leavesOf)];
}
