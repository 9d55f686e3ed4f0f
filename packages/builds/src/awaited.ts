import { PLACES_INPUTS } from './packed-points/records.ts';

const POSTCODES: readonly string[] = ['code-point-open', 'onspd'];

/** Dataset -> the build that gives its rows a position or links them to homes. */
const PLACED_BY = new Map<string, string>([
  ...PLACES_INPUTS.filter((id) => !POSTCODES.includes(id)).map((id) => [id, 'place_points'] as const),
  ['airbnb-listings', 'short_lets'],
  ['hmo-register', 'hmo_licences'],
  ['listings-blm', 'listings'],
  ['listings-csv', 'listings'],
  ['listings-rtdf', 'listings'],
  ['listings-zpg', 'listings'],
  ['ofcom-broadband', 'broadband_areas'],
  ['operator-lettings', 'lettings'],
  ['planning-applications', 'planning_applications'],
  ['police-crime', 'crime'],
]);

/**
 * Whether a loaded dataset still waits for its first build. Until then its rows have no position, and a count of rows
 * near a home would be 0.
 */
export function awaitsBuild(dataset: string, builds: readonly { name: string; inputs: string }[]): boolean {
  const name = PLACED_BY.get(dataset);
  if (name === undefined) return false;
  const build = builds.find((one) => one.name === name);
  return !build?.inputs.split(' ').some((input) => input.startsWith(`${dataset}:`));
}
