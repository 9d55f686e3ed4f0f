import { Command } from 'commander';
import { withSessionOptions } from '../publishers/options.ts';

/** `domesday update`: loads newer releases of the loaded datasets, and completes the build of an interrupted run. */
export function updateCommand(): Command {
  const command = new Command('update')
    .description('download and load newer releases of all loaded datasets')
    .option('--no-build', 'do not fit the valuations again afterwards');
  return withSessionOptions(command).action(async (options) =>
    (await import('../publishers/commands.ts')).updateLoaded(options),
  );
}
