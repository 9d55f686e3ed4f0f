import {
  buildAddressIndexAnew,
  followAddressIndex,
  type IndexBuild,
  rebuildAddressIndex,
} from '@domesday/address-search/build';
import type { DatasetId } from '@domesday/datasets/catalogue';
import { registry } from '@domesday/datasets/registry';
import type { DbClient, Queryable } from '@domesday/db';
import { addTouched, changedCounts, gatherChanged, unnotedLoads } from '@domesday/loading/changed-rows.query';
import { forgetChanges } from '@domesday/loading/noted-rows.query';
import { buildMembers, followMembers } from './area-members/members.ts';
import { builtFrom, publishedInputs, recordBuild } from './derived.query.ts';
import { type BuildName, sameEdition, withEdition } from './editions.ts';
import { linkChanged, loadsIn, onlyRespelt, type Since, SPELLINGS } from './linking/changed.ts';
import { followLinks } from './linking/follow.query.ts';
import { linkLettings } from './linking/lettings.query.ts';
import { placeLicences } from './linking/licences.query.ts';
import { placeListings } from './linking/listings.query.ts';
import { packOsm, packPlaces } from './packed-points/build.query.ts';
import { OSM_BUILD, OSM_INPUTS, PLACES_BUILD, PLACES_INPUTS } from './packed-points/records.ts';
import { followAddresses, rebuildAddresses, withoutPostcode } from './rebuilds/addresses.query.ts';
import { rebuildBroadband } from './rebuilds/broadband.query.ts';
import { rebuildCoverage } from './rebuilds/coverage.query.ts';
import { followCrime, rebuildCrime } from './rebuilds/crime.query.ts';
import { rebuildMarketAreas } from './rebuilds/market-areas.query.ts';
import { rebuildPlacePoints } from './rebuilds/place-points.query.ts';
import { placeApplications } from './rebuilds/planning-applications.query.ts';
import { followPostcodes, rebuildPostcodes } from './rebuilds/postcodes.query.ts';
import { placeShortLets } from './rebuilds/short-lets.query.ts';
import { rebuildSmallAreas } from './rebuilds/small-areas.query.ts';
import { ifMoved, ifTouched } from './rebuilds/touched.query.ts';

/** A table, or several, computed from the rows of loaded datasets. */
interface Derived {
  name: BuildName;
  /** Input datasets. The order of the list below ensures that inputs are built first. */
  inputs: DatasetId[];
  build(client: DbClient, since: Since): Promise<unknown>;
  /** Updates only what depends on the rows that `gatherChanged` found. */
  follow?(client: DbClient, since: Since): Promise<unknown>;
}

/** If more than this share of the homes changed, a full build costs less than updating each. */
const FEW_HOMES = 0.1;

const POSTCODES: DatasetId[] = ['code-point-open', 'onspd'];
const ADDRESSES: DatasetId[] = ['address-list', 'epc-domestic', 'os-open-uprn', ...POSTCODES];
/** The inputs of the address index, and of every build that links through the index. */
const SPELT: DatasetId[] = [...SPELLINGS, ...ADDRESSES];
/**
 * The datasets that fill `local_authorities`. Their loads are never small, so builds that read the table are full ones.
 */
const AUTHORITY_NAMES: DatasetId[] = ['uk-hpi', 'epc-domestic'];
const PLACES: DatasetId[] = [...PLACES_INPUTS];

export const DERIVED: readonly Derived[] = [
  { name: 'postcodes', inputs: POSTCODES, build: rebuildPostcodes, follow: followPostcodes },
  { name: 'addresses', inputs: ADDRESSES, build: rebuildAddresses, follow: followAddresses },
  {
    name: 'address_index',
    inputs: SPELT,
    build: (client, { before, now }) =>
      before === '' || sameEdition(before, now) ? rebuildAddressIndex(client) : buildAddressIndexAnew(client),
    follow: followAddressIndex,
  },
  { name: 'links', inputs: SPELT, build: linkChanged, follow: followLinks },
  {
    name: 'lettings',
    inputs: ['operator-lettings', ...SPELT],
    ...linked(linkLettings, 'lettings'),
  },
  {
    name: 'short_lets',
    inputs: ['airbnb-listings', ...POSTCODES],
    build: placeShortLets,
    follow: ifMoved(placeShortLets),
  },
  { name: 'small_areas', inputs: POSTCODES, build: rebuildSmallAreas, follow: ifMoved(rebuildSmallAreas) },
  {
    name: 'place_points',
    inputs: PLACES,
    build: rebuildPlacePoints,
    follow: ifTouched(rebuildPlacePoints, 'schools', 'health_sites'),
  },
  {
    name: PLACES_BUILD,
    inputs: PLACES,
    build: packPlaces,
    follow: ifTouched(packPlaces, 'schools', 'health_sites'),
  },
  { name: OSM_BUILD, inputs: [...OSM_INPUTS], build: packOsm },
  {
    name: 'coverage',
    inputs: PLACES,
    build: rebuildCoverage,
    follow: ifTouched(rebuildCoverage, 'schools', 'health_sites'),
  },
  {
    name: 'broadband_areas',
    inputs: ['ofcom-broadband', ...POSTCODES],
    build: rebuildBroadband,
    follow: ifMoved(rebuildBroadband),
  },
  {
    name: 'crime',
    inputs: ['police-crime', 'area-changes', ...POSTCODES],
    build: rebuildCrime,
    follow: followCrime,
  },
  {
    name: 'planning_applications',
    inputs: ['planning-applications', ...AUTHORITY_NAMES, ...POSTCODES],
    build: placeApplications,
    follow: ifTouched(placeApplications, 'planning_applications'),
  },
  {
    name: 'hmo_licences',
    inputs: ['hmo-register', ...ADDRESSES],
    build: placeLicences,
    follow: ifTouched(placeLicences, 'hmo_licences'),
  },
  ...Object.values(registry)
    .filter((dataset) => dataset.extent !== undefined)
    .map(({ id, extent }) => ({
      name: `areas of ${id}` as const,
      inputs: [id as DatasetId, ...ADDRESSES],
      build: (client: DbClient) => buildMembers(client, id, extent === 'authorities'),
      follow: (client: DbClient) => followMembers(client, id, extent === 'authorities'),
    })),
  {
    name: 'market_areas',
    inputs: ['brma-boundaries', 'brma-lookup', ...ADDRESSES],
    build: rebuildMarketAreas,
    follow: ifMoved(rebuildMarketAreas),
  },
  {
    name: 'listings',
    inputs: [
      'listings-blm',
      'listings-rtdf',
      'listings-zpg',
      'listings-csv',
      'private-rents',
      'brma-boundaries',
      'brma-lookup',
      ...SPELT,
    ],
    ...linked(placeListings, 'listings'),
  },
];

/**
 * Builds of a register that is linked to homes. If only spellings changed, a register without rows there is left alone.
 */
function linked(
  link: (client: DbClient, respelt: Since['respelt']) => Promise<unknown>,
  table: 'lettings' | 'listings',
): Pick<Derived, 'build' | 'follow'> {
  const follow: Derived['follow'] = (client, { respelt }) =>
    ifTouched((c) => link(c, respelt), table)(client);
  return {
    follow,
    build: (client, since) => (onlyRespelt(since) ? follow(client, since) : link(client, since.respelt)),
  };
}

/**
 * Updates the tables derived from loaded data that are out of date, whatever the order of loads, and returns their
 * names. If every new load noted its changes and the changes are few, only the dependent rows are updated; otherwise
 * the table is rebuilt. Runs inside `publishing`. `onStep` is called with each table before its build.
 */
export async function rebuildDerived(
  client: DbClient,
  onStep: (name: string) => void = () => {},
): Promise<string[]> {
  const built: string[] = [];
  let few: boolean | null = null;
  let respelt: Since['respelt'] = [];
  for (const derived of DERIVED) {
    const inputs = await inputsOf(client, derived);
    const before = (await builtFrom(client, derived.name)) ?? '';
    if (inputs === before) continue;
    onStep(derived.name);
    few ??= await gatherFew(client);
    const follows =
      few && derived.follow && (await allNoted(client, derived.inputs, { before, now: inputs }));
    const since: Since = { before, now: inputs, respelt: sameEdition(before, inputs) ? respelt : null };
    const made: unknown = await (follows ? derived.follow!(client, since) : derived.build(client, since));
    if (derived.name === 'address_index') {
      respelt = (made as IndexBuild).postcodes;
      if (respelt) await addTouched.run(client, { postcodes: respelt });
    }
    await recordBuild.run(client, { name: derived.name, inputs });
    built.push(derived.name);
  }
  await forgetChanges.run(client);
  return built;
}

/**
 * Tables derived from loaded data that are out of date, because a load ended before they were built, or because they
 * were built by another edition. One look-up for each table.
 */
export async function pendingDerived(db: Queryable): Promise<string[]> {
  const pending: string[] = [];
  for (const derived of DERIVED) {
    const now = await inputsOf(db, derived);
    if (now !== ((await builtFrom(db, derived.name)) ?? '')) pending.push(derived.name);
  }
  return pending;
}

/**
 * Gathers the rows that loads noted as changed. False if they are too many, or if some listed homes have no postcode,
 * since `findPostcodes` may then give other homes another postcode too.
 */
async function gatherFew(client: DbClient): Promise<boolean> {
  await gatherChanged(client);
  const { postcodes, homes, addresses } = await changedCounts.one(client);
  if (homes > addresses * FEW_HOMES) return false;
  return homes + postcodes === 0 || !(await withoutPostcode.one(client)).some;
}

async function inputsOf(db: Queryable, { name, inputs }: Derived): Promise<string> {
  return withEdition(name, await publishedInputs(db, inputs));
}

async function allNoted(
  client: DbClient,
  datasets: DatasetId[],
  { before, now }: Pick<Since, 'before' | 'now'>,
): Promise<boolean> {
  if (before === '' || !sameEdition(before, now)) return false;
  const loads = loadsIn(before);
  const since = datasets.map((dataset) => loads.get(dataset) ?? 0);
  return !(await unnotedLoads.one(client, { datasets, since })).any;
}
