import { rebuildAddressIndex } from '@domesday/address-search/build';
import type { DatasetId } from '@domesday/datasets/catalogue';
import { registry } from '@domesday/datasets/registry';
import type { DbClient } from '@domesday/db';
import { buildMembers } from './area-members/members.ts';
import { builtFrom, publishedInputs, recordBuild } from './derived.query.ts';
import { linkChanged } from './linking/changed.ts';
import { linkLettings } from './linking/lettings.ts';
import { placeLicences } from './linking/licences.query.ts';
import { placeListings } from './linking/listings.query.ts';
import { rebuildAddresses } from './rebuilds/addresses.query.ts';
import { rebuildBroadband } from './rebuilds/broadband.query.ts';
import { rebuildCoverage } from './rebuilds/coverage.query.ts';
import { rebuildCrime } from './rebuilds/crime.query.ts';
import { rebuildMarketAreas } from './rebuilds/market-areas.query.ts';
import { rebuildPlacePoints } from './rebuilds/place-points.query.ts';
import { placeApplications } from './rebuilds/planning-applications.query.ts';
import { rebuildPostcodes } from './rebuilds/postcodes.query.ts';
import { placeShortLets } from './rebuilds/short-lets.query.ts';
import { rebuildSmallAreas } from './rebuilds/small-areas.query.ts';

interface Derived {
  name: string;
  /** Input datasets. The order of the list below ensures that inputs are built first. */
  inputs: DatasetId[];
  /** `before` and `now` are the loads of the last build and those of this one. */
  build(client: DbClient, before: string, now: string): Promise<unknown>;
}

const POSTCODES: DatasetId[] = ['code-point-open', 'onspd'];
const ADDRESSES: DatasetId[] = ['address-list', 'epc-domestic', 'os-open-uprn', ...POSTCODES];
const SPELLINGS: DatasetId[] = ['price-paid', 'hmlr-uprn-lookup', 'hmo-register', ...ADDRESSES];
const PLACES: DatasetId[] = [
  'gias',
  'schools-scotland',
  'schools-wales',
  'naptan',
  'nhs-ods',
  'nhs-scotland',
  'retail-points',
  ...POSTCODES,
];

const DERIVED: Derived[] = [
  { name: 'postcodes', inputs: POSTCODES, build: rebuildPostcodes },
  { name: 'addresses', inputs: ADDRESSES, build: rebuildAddresses },
  { name: 'address_index', inputs: SPELLINGS, build: rebuildAddressIndex },
  { name: 'links', inputs: ['price-paid', 'hmlr-uprn-lookup', ...ADDRESSES], build: linkChanged },
  { name: 'lettings', inputs: ['operator-lettings', ...ADDRESSES], build: linkLettings },
  { name: 'short_lets', inputs: ['airbnb-listings', ...POSTCODES], build: placeShortLets },
  { name: 'small_areas', inputs: POSTCODES, build: rebuildSmallAreas },
  { name: 'place_points', inputs: PLACES, build: rebuildPlacePoints },
  { name: 'coverage', inputs: PLACES, build: rebuildCoverage },
  { name: 'broadband_areas', inputs: ['ofcom-broadband', ...POSTCODES], build: rebuildBroadband },
  { name: 'crime', inputs: ['police-crime', 'area-changes', ...POSTCODES], build: rebuildCrime },
  {
    name: 'planning_applications',
    inputs: ['planning-applications', ...POSTCODES],
    build: placeApplications,
  },
  { name: 'hmo_licences', inputs: ['hmo-register', ...ADDRESSES], build: placeLicences },
  ...Object.values(registry)
    .filter((dataset) => dataset.extent !== undefined)
    .map(({ id, extent }) => ({
      name: `areas of ${id}`,
      inputs: [id as DatasetId, ...ADDRESSES],
      build: (client: DbClient) => buildMembers(client, id, { byAuthority: extent === 'authorities' }),
    })),
  {
    name: 'market_areas',
    inputs: ['brma-boundaries', 'brma-lookup', ...ADDRESSES],
    build: rebuildMarketAreas,
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
      ...ADDRESSES,
    ],
    build: placeListings,
  },
];

/**
 * Brings the tables derived from several datasets up to date, in whatever order these were loaded. A table is rebuilt
 * only if one of its inputs was published since. Runs inside `publishing`.
 */
export async function rebuildDerived(client: DbClient): Promise<string[]> {
  const built: string[] = [];
  for (const derived of DERIVED) {
    const inputs = await publishedInputs(client, derived.inputs);
    const before = (await builtFrom(client, derived.name)) ?? '';
    if (inputs === before) continue;
    await derived.build(client, before, inputs);
    await recordBuild.run(client, { name: derived.name, inputs });
    built.push(derived.name);
  }
  return built;
}
