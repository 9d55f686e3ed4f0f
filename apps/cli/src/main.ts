import { Command } from 'commander';

/** Each command is a module of its own, loaded only when it is called: some of them import half the service. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand(),
  load: async () => (await import('./commands/load.ts')).loadCommand(),
  rejects: async () => (await import('./commands/rejects.ts')).rejectsCommand(),
  build: async () => (await import('./commands/build.ts')).buildCommand(),
  'fit-worker': async () => (await import('./commands/build.ts')).fitWorkerCommand(),
  backtest: async () => (await import('./commands/backtest.ts')).backtestCommand(),
  match: async () => (await import('./commands/match.ts')).matchCommand(),
  'match-worker': async () => (await import('./commands/match.ts')).matchWorkerCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  accounts: async () => (await import('./commands/keys.ts')).accountsCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
};
const HIDDEN = new Set(['fit-worker', 'match-worker']);

const program = new Command('domesday')
  .description('An open, self-hosted UK property market data service.')
  .showHelpAfterError();
const called = process.argv[2] ?? '';
// Help and unknown commands need all of them.
const names = Object.hasOwn(COMMANDS, called) ? [called] : Object.keys(COMMANDS);
for (const name of names) program.addCommand(await COMMANDS[name]!(), { hidden: HIDDEN.has(name) });

// npm and its shell do not forward every signal. If this process was started with a channel, its closing means that the
// parent has died.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
