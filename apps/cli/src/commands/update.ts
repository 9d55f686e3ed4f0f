import { Command } from 'commander';
import { withSessionOptions } from '../publishers/options.ts';

/** `domesday update`: of what is loaded, the releases that are newer at their publishers. */
export function updateCommand(): Command {
  const command = new Command('update')
    .description('download and load newer releases of all loaded datasets')
    .option('--no-build', 'do not fit the valuations again afterwards');
  return withSessionOptions(command).action(async (options) =>
    (await import('../publishers/commands.ts')).updateLoaded(options),
  );
}
