import { NATIONS } from '@domesday/db/nations';
import { TOPICS } from '@domesday/loading/publishers/types';
import { Command, InvalidArgumentError } from 'commander';
import { withSessionOptions } from '../publishers/options.ts';

/**
 * `domesday country`: plans and loads all datasets that can be fetched. An interrupted run resumes at the next dataset.
 */
export function countryCommand(): Command {
  const command = new Command('country')
    .description('plan the whole country, then download and load it; run it again to continue')
    .option('--only <nations>', `separated by commas: ${NATIONS.join(', ').toLowerCase()}`, listOf(NATIONS))
    .option('--topics <topics>', `separated by commas: ${TOPICS.join(', ')}`, listOf(TOPICS))
    .option('--no-build', 'do not fit the valuations afterwards');
  return withSessionOptions(command).action(async (options) =>
    (await import('../publishers/commands.ts')).loadCountry(options),
  );
}

function listOf<T extends string>(known: readonly T[]) {
  return (value: string, before: T[] = []): T[] => {
    const named = value.split(',').map((part) => {
      const found = known.find((one) => one.toLowerCase() === part.trim().toLowerCase());
      if (!found) throw new InvalidArgumentError(`There are: ${known.join(', ').toLowerCase()}.`);
      return found;
    });
    return [...before, ...named];
  };
}
