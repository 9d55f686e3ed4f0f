import { Command } from 'commander';
import { backtestCommand } from './commands/backtest.ts';
import { buildCommand, fitWorkerCommand } from './commands/build.ts';
import { accountsCommand, keysCommand } from './commands/keys.ts';
import { loadCommand } from './commands/load.ts';
import { statusCommand } from './commands/status.ts';
import { upCommand } from './commands/up.ts';

const program = new Command('domesday')
  .description('An open, self-hosted UK property market data service.')
  .showHelpAfterError()
  .addCommand(upCommand())
  .addCommand(loadCommand())
  .addCommand(buildCommand())
  .addCommand(fitWorkerCommand(), { hidden: true })
  .addCommand(backtestCommand())
  .addCommand(keysCommand())
  .addCommand(accountsCommand())
  .addCommand(statusCommand());

// npm and its shell do not hand on every signal. Whoever started this process with a channel has died when it closes.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
