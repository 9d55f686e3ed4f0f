/** The name under which builds of valuations are recorded. */
export const VALUATION_BUILD = 'valuations';

/** The number of a build of valuations, from its recorded inputs; null if none is recorded. */
export function buildNumber(inputs: string | null | undefined): number | null {
  const found = /^build:(\d+)/.exec(inputs ?? '');
  return found && Number(found[1]);
}
