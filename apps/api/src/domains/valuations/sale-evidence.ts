import { setImmediate as nextTurn } from 'node:timers/promises';
import { sectorOf } from '@domesday/addresses';
import { readAreaSales } from '@domesday/builds/valuations/read-area';
import {
  addMonths,
  type BuiltArea,
  casesOf,
  DEFAULT_SETTINGS,
  estimateHome,
  FITTED_TYPES,
  type FittedType,
  type GivenFacts,
  type HomeCases,
  type HomeEstimate,
  type KnownHome,
  mayCarry,
  type Nearby,
  NOTHING_GIVEN,
  type PlaceEffect,
  type SaleEvidence,
} from '@domesday/valuation';
import {
  areaModelSteps,
  builtArea,
  cleanSalesSteps,
  effectsByPostcode,
  NEAREST,
  PARAMETERS,
  type Steps,
  settingsFromPast,
} from '@domesday/valuation/fit';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { nearBorder, nearScotland } from '../../location/nations.ts';
import { cachedHead } from '../../statistics/built-area.ts';
import { addDays } from '../../statistics/dates.ts';
import { publishedGrowth, publishedIndexAt } from '../../statistics/growth.ts';
import { FARTHEST_M } from './comparables.query.ts';
import { builtComparables } from './comparables-cache.ts';
import { type HomeRow, nearbySales, postcodesOfArea, scottishPostcodes } from './sale.query.ts';
import { isFittedInEngland } from './scottish-sales.ts';

const CANDIDATE_MONTHS = 60;
const FAR_FUTURE = '9999-12-31';
/** Sales to read for a home in Scotland near the border, where most of the nearest sales may be English. */
const MOST_AT_BORDER = 20 * NEAREST.sales;

/** What an area contributes to an estimate: read from the last build, or fitted to an earlier day. */
interface Shared {
  version: string;
  area: BuiltArea;
  effects: readonly PlaceEffect[];
  /** True for the last build: then the comparables of the build can be used too. */
  built: boolean;
}

/** The facts assumed about a home, the estimate, and the evidence for the most probable type that has a value. */
export interface SaleFinding {
  home: HomeCases;
  /** The estimate of the same home with other given facts. */
  revalued(given: GivenFacts): HomeEstimate | null;
  /** Null if there is no evidence at all. */
  evidence: SaleEvidence | null;
  found: HomeEstimate | null;
  version: string;
}

/**
 * The evidence for a home on a day, and the estimate from it. Sales nearby are read for each type that the home may
 * have, where they are used.
 */
export async function readSaleEvidence(
  context: Context,
  row: HomeRow,
  as_of: string,
  withComparables: boolean,
  given: GivenFacts = NOTHING_GIVEN,
): Promise<SaleFinding> {
  const shared = await sharedBy(context, row, as_of);
  const { version, effects } = shared;
  const area = (await isFittedInEngland(context, row)) ? withoutPlaces(shared.area) : shared.area;
  const known = knownHome(row, given);
  const nearby = new Map<FittedType, Nearby>();
  const homeWith = (facts: GivenFacts) =>
    casesOf({ ...known, given: facts }, area, effects, as_of, (type) => nearby.get(type) ?? []);
  const home = homeWith(given);
  if (known.position) {
    // If the index ended too long ago there is no value, so its sales are read only if they are shown.
    const looked = home.cases.filter(
      ({ evidence: { index } }) => withComparables || !index || mayCarry(index, as_of),
    );
    const read = async ({ property_type }: { property_type: FittedType }) =>
      void nearby.set(property_type, await salesNearby(context, row, shared, as_of, property_type));
    await Promise.all(looked.map(read));
  }
  const found = estimateHome(home);
  const { evidence } = found?.likeliest ?? home.cases[0] ?? { evidence: null };
  return { home, revalued: (facts) => estimateHome(homeWith(facts)), evidence, found, version };
}

/**
 * The area without the price levels of its places, which say nothing about this home. Its own and similar sales remain.
 */
function withoutPlaces(area: BuiltArea): BuiltArea {
  return { ...area, intercept: null, area_intercept: null };
}

function knownHome(row: HomeRow, given: GivenFacts): KnownHome {
  const { postcode, address, home_within, easting, northing, sales, certificate } = row;
  return {
    postcode,
    // A building is valued as one home in it. Its own address does not say whether its homes are flats.
    address: home_within ?? address,
    position: easting !== null && northing !== null ? { easting, northing } : null,
    sales,
    certificate,
    given,
  };
}

async function salesNearby(
  context: Context,
  { uprn, country, easting, northing }: HomeRow,
  { built, area }: Shared,
  as_of: string,
  type: FittedType,
): Promise<Nearby> {
  const from = { uprn, easting: easting!, northing: northing! };
  const since = addMonths(as_of, -CANDIDATE_MONTHS);
  const together = area.settings.sold_together ?? [];
  const in_scotland = country === 'Scotland';
  const bordering = in_scotland
    ? nearBorder(from.easting, from.northing, country, FARTHEST_M)
    : nearScotland(from.easting, from.northing, FARTHEST_M);
  const most = in_scotland && bordering ? MOST_AT_BORDER : NEAREST.sales;
  const nearby = built
    ? await builtComparables(context, from, type, most)
    : await nearbySales(context.db, from, type, since, as_of, together, most);
  return bordering ? inSameNation(context, nearby, in_scotland) : nearby;
}

/** Drops sales on the other side of the Scottish border, however near: prices and taxes differ. */
async function inSameNation({ db }: Context, nearby: Nearby, in_scotland: boolean): Promise<Nearby> {
  const postcodes = [...new Set(nearby.map((sale) => sale.postcode))];
  const scottish = new Set((await scottishPostcodes.rows(db, { postcodes })).map((row) => row.postcode));
  return nearby.filter((sale) => scottish.has(sale.postcode) === in_scotland);
}

async function sharedBy(context: Context, home: HomeRow, as_of: string): Promise<Shared> {
  const area = home.postcode.slice(0, home.postcode.indexOf(' '));
  if (home.build_id === null) return unbuilt(context, area);
  // An index may run past the clock. Nothing later than today is known, so the build counts as of today all the same.
  const data_end = addDays(home.known_before ?? FAR_FUTURE, -1);
  if (as_of < context.today && as_of < data_end)
    return earlier(context, area, home.postcode, as_of, data_end);
  if (as_of < context.today) context.warn('release_not_kept', 'as_of', builtLater(data_end));
  const head = await cachedHead(context, area, home.build_id);
  if (!head) return unbuilt(context, area);
  const indices = head.indices.map((index) => ({ ...index, id: `${index.id}@${head.build_id}` }));
  return {
    version: `build ${head.build_id}`,
    area: { ...head, indices },
    effects: home.effects ?? [],
    built: true,
  };
}

interface FittedThen {
  version: string;
  known_before: string;
  area: BuiltArea;
  effects: ReadonlyMap<string, PlaceEffect[]>;
}

/** A fitted area takes megabytes, and up to seconds of processor time to fit. */
const MOST_FITTED = 8;
const fittedThen = releaseCache<FittedThen | null>(MOST_FITTED);

/** For a day before the build: an area fitted to what was known on that day, without what the build learned later. */
async function earlier(
  context: Context,
  area: string,
  postcode: string,
  as_of: string,
  data_end: string,
): Promise<Shared> {
  const fitted = await fittedThen(context, `${area} ${as_of}`, () => fitThen(context, area, as_of));
  if (!fitted) return nothingKnown([], 'not built');
  const { effects, known_before, ...shared } = fitted;
  context.warn('release_not_kept', 'as_of', fittedAnew(known_before, data_end));
  return {
    ...shared,
    effects: effects.get(postcode) ?? effects.get(sectorOf(postcode)) ?? [],
    built: false,
  };
}

async function fitThen(context: Context, area: string, as_of: string): Promise<FittedThen | null> {
  const { db } = context;
  const postcodes = (await postcodesOfArea.rows(db, { area })).map((row) => row.postcode);
  const table = await amongOthers(cleanSalesSteps(await readAreaSales(db, postcodes)));
  const published = await publishedIndexAt(context, area);
  const model = await amongOthers(areaModelSteps(table, area, as_of, published, PARAMETERS));
  if (model.known === 0) return null;
  const { known_before } = model;
  return {
    version: `fitted to sales before ${known_before}`,
    known_before,
    area: builtArea(model, { ...settingsFromPast(model, []), sold_together: table.sold_together }),
    effects: await amongOthers(effectsByPostcode(table, model)),
  };
}

/**
 * Runs the steps with turns of the event loop between them: a large outcode takes seconds of processor time, and other
 * requests must be answered meanwhile.
 */
async function amongOthers<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Why values of two consecutive days can be far apart: one is fitted anew, the other comes from the build. */
const DAYS_DIFFER = 'so that values of the days before and from then on can be several per cent apart';

function fittedAnew(known_before: string, data_end: string): string {
  return `The area is fitted now to the sales before ${known_before}, since later ones were not registered by that day, with the usual weights of the evidence. The home's own sales and those nearby count up to the day, although the newest were not registered yet. From ${data_end} on the build answers, with weights learned here, ${DAYS_DIFFER}.`;
}

function builtLater(data_end: string): string {
  return `The build answers, whose data end on ${data_end}. For earlier days the area is fitted anew, ${DAYS_DIFFER}.`;
}

/** Without a build, the published index can still carry a last sale forward. */
async function unbuilt(context: Context, area: string): Promise<Shared> {
  const place = { outcode: area, local_authority_code: null };
  const indices: BuiltArea['indices'][number][] = [];
  for (const property_type of FITTED_TYPES) {
    const index = await publishedGrowth(context, place, property_type);
    if (index) indices.push({ ...index, property_type });
  }
  return nothingKnown(indices, 'not built');
}

function nothingKnown(indices: BuiltArea['indices'], version: string): Shared {
  return {
    version,
    area: {
      intercept: null,
      area_intercept: null,
      elasticities: null,
      settings: DEFAULT_SETTINGS,
      indices,
    },
    effects: [],
    built: false,
  };
}
