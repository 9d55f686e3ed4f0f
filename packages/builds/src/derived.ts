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

interface Derived {
  name: BuildName;
  /** Input datasets. The order of the list below ensures that inputs are built first. */
  inputs: DatasetId[];
  build(client: DbClient, since: Since): Promise<unknown>;
  /** The same where only the rows changed that `gatherChanged` found. */
  follow?(client: DbClient, since: Since): Promise<unknown>;
}

/** Above this share of the homes a build anew costs less than to follow each. */
const FEW_HOMES = 0.1;

const POSTCODES: DatasetId[] = ['code-point-open', 'onspd'];
const ADDRESSES: DatasetId[] = ['address-list', 'epc-domestic', 'os-open-uprn', ...POSTCODES];
/** Of the address index, and of all that is linked by it. */
const SPELT: DatasetId[] = [...SPELLINGS, ...ADDRESSES];
/** They fill `local_authorities`. No load of either is small, so that all that reads it is built whole. */
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

/** A register that is linked to homes: left as it is where only spellings changed that none of its rows can be of. */
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
 * Brings the tables derived from several datasets up to date, in whatever order these were loaded. A table is rebuilt
 * only if one of its inputs was published since; if every such load noted its changes and these are few, only the rows
 * that depend on them are. Runs inside `publishing`. `onStep` is told each table before it is begun.
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
 * The derived tables that lack a load, since one ended between its rows and these, or are of another edition. A look-up
 * for each.
 */
export async function pendingDerived(db: Queryable): Promise<string[]> {
  const pending: string[] = [];
  for (const derived of DERIVED) {
    const now = await inputsOf(db, derived);
    if (now !== ((await builtFrom(db, derived.name)) ?? '')) pending.push(derived.name);
  }
  return pending;
}

/** Gathers what noted loads changed. False if it is too much, or not all that depends on it: see `findPostcodes`. */
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
