import { Command } from 'commander';
import { withSessionOptions } from '../publishers/options.ts';

/** `domesday update`: of what is loaded, the newer releases, and what an earlier run left to be worked out. */
export function updateCommand(): Command {
  const command = new Command('update')
    .description('download and load newer releases of all loaded datasets')
    .option('--no-build', 'do not fit the valuations again afterwards');
  return withSessionOptions(command).action(async (options) =>
    (await import('../publishers/commands.ts')).updateLoaded(options),
  );
}
