import { readAreaSales, readPublishedIndex } from '@domesday/datasets/valuation-read';
import type { Db } from '@domesday/db';
import {
  addMonths,
  DEFAULT_SETTINGS,
  estimateSale,
  FAMILIES,
  type FittedSettings,
  type GrowthIndex,
  type LocationBaseline,
  type Place,
  type PricePerArea,
  type PropertyType,
  placeKey,
  publishedIndex,
  type SaleEvidence,
} from '@domesday/valuation';
import {
  cleanSales,
  FITTED_TYPES,
  fitAreaModel,
  locationAt,
  PARAMETERS,
  pricePerAreaAt,
  REFERENCE_AREA_SQM,
  settingsFromPast,
} from '@domesday/valuation/fit';
import { type AreaRow, builtArea, type HomeRow, nearbySales, postcodesOfArea } from './sale.query.ts';

const CANDIDATE_MONTHS = 60;
const CANDIDATES = 150;

/** What an area lends to an estimate, from the last build or fitted to an earlier day. */
interface Shared {
  version: string;
  index: GrowthIndex | null;
  location: LocationBaseline | null;
  price_per_area: PricePerArea | null;
  settings: FittedSettings;
}

/** The evidence for a home on a day. Sales nearby are read only where the home's own say nothing, or on request. */
export async function readSaleEvidence(
  db: Db,
  home: HomeRow,
  as_of: string,
  withComparables: boolean,
): Promise<{ evidence: SaleEvidence; version: string }> {
  const place = placeOf(home);
  const shared = await sharedBy(db, home, place, as_of);
  const evidence: SaleEvidence = {
    as_of,
    subject: {
      property_type: place.property_type,
      tenure: place.tenure,
      new_build: false,
      postcode: home.postcode,
      street: place.street || null,
      position:
        home.easting !== null && home.northing !== null
          ? { easting: home.easting, northing: home.northing }
          : null,
      floor_area_sqm: home.certificate?.floor_area_sqm ?? null,
      construction_age: home.certificate?.construction_age ?? null,
    },
    past_sales: home.sales,
    index: shared.index,
    location: shared.location,
    price_per_area: shared.price_per_area,
    candidates: [],
    settings: shared.settings,
  };
  const needed =
    withComparables ||
    !(estimateSale(evidence, 'last_sold_growth') ?? estimateSale(evidence, 'sqft_estimate'));
  if (!needed || !evidence.subject.position) return { evidence, version: shared.version };
  const candidates = await nearbySales(
    db,
    { uprn: home.uprn, ...evidence.subject.position },
    place.property_type,
    addMonths(as_of, -CANDIDATE_MONTHS),
    as_of,
    CANDIDATES,
  );
  return { evidence: { ...evidence, candidates }, version: shared.version };
}

/** Type, tenure and address words: those of the home's last sale, else the certificate's and a neighbour's. */
function placeOf(home: HomeRow): Place {
  const last = home.sales.at(-1);
  const recorded = home.certificate?.property_type ?? null;
  return {
    property_type: fittedType(last && last.property_type !== 'other' ? last.property_type : recorded),
    tenure: last?.tenure ?? home.neighbour?.tenure ?? null,
    postcode: home.postcode,
    street: last?.street ?? home.neighbour?.street ?? '',
    locality: last?.locality ?? home.neighbour?.locality ?? '',
    town: last?.town ?? home.neighbour?.town ?? '',
    saon: last?.saon ?? '',
    paon: last?.paon ?? '',
  };
}

/** The register of sales knows no bungalows: most stand by themselves. */
function fittedType(type: PropertyType | null): PropertyType {
  return type === null || type === 'bungalow' ? 'detached' : type;
}

async function sharedBy(db: Db, home: HomeRow, place: Place, as_of: string): Promise<Shared> {
  const area = home.postcode.slice(0, home.postcode.indexOf(' '));
  const families = FAMILIES.map((family) => ({ family, key: placeKey(family, place) })).filter(
    ({ key }) => key !== '',
  );
  const built = await builtArea(
    db,
    area,
    place.property_type,
    families.map(({ family }) => family),
    families.map(({ key }) => key),
  );
  if (!built) return unbuilt(db, area, place);
  return dayAfter(as_of) < built.known_before
    ? earlier(db, area, place, as_of)
    : fromBuild(area, place, built);
}

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

function fromBuild(area: string, place: Place, built: AreaRow): Shared {
  const { index } = built;
  const type = (FITTED_TYPES as readonly string[]).indexOf(place.property_type);
  const sized = sumEffects(built, 'price_per_sqm', built.area_intercept ?? 0);
  return {
    version: `build ${built.build_id}`,
    index: {
      id: `${index.id}@${built.build_id}`,
      area,
      first_month: index.first_month.slice(0, 7),
      data_month: index.data_month.slice(0, 7),
      slope_per_month: index.slope_per_month,
      own_slope_per_month: index.own_slope_per_month,
      log_levels: index.log_levels,
    },
    location: sumEffects(built, 'price', built.intercept),
    price_per_area:
      built.area_intercept === null || built.elasticities === null
        ? null
        : {
            log_price_per_sqm: sized.log_price - Math.log(REFERENCE_AREA_SQM),
            reference_area_sqm: REFERENCE_AREA_SQM,
            elasticity: built.elasticities[type]!,
            n: sized.n,
            geography: sized.geography,
          },
    settings: built.settings as FittedSettings,
  };
}

/** Adds the effects from the widest family to the narrowest; the narrowest found names the geography. */
function sumEffects(built: AreaRow, measure: string, intercept: number): LocationBaseline {
  const found: LocationBaseline = { log_price: intercept, n: 0, geography: 'area' };
  for (const family of FAMILIES) {
    const place = built.places.find((one) => one.measure === measure && one.family === family);
    if (!place) continue;
    found.log_price += place.effect;
    found.n = place.n;
    found.geography = family;
  }
  return found;
}

/** For a day before the build: fitted there and then to what was known, without the build's later lessons. */
async function earlier(db: Db, area: string, place: Place, as_of: string): Promise<Shared> {
  const table = cleanSales(await readAreaSales(db, await postcodesOfArea(db, area)));
  const model = fitAreaModel(table, area, as_of, await readPublishedIndex(db, area), PARAMETERS);
  const type = (FITTED_TYPES as readonly string[]).indexOf(place.property_type);
  if (model.known === 0 || type < 0) return { ...(await unbuilt(db, area, place)), index: null };
  return {
    version: `fitted to sales before ${model.known_before}`,
    index: model.indices[type]!,
    location: locationAt(model.location, place),
    price_per_area: model.price_per_area && pricePerAreaAt(model.price_per_area, type, place),
    settings: settingsFromPast(model, []),
  };
}

/** Where nothing has been built, the published index still carries a last sale forward. */
async function unbuilt(db: Db, area: string, place: Place): Promise<Shared> {
  const published = await readPublishedIndex(db, area);
  const rows = published?.rows.filter((row) => row.property_type === place.property_type) ?? [];
  return {
    version: 'not built',
    index: published && publishedIndex(published.id, published.area, rows),
    location: null,
    price_per_area: null,
    settings: DEFAULT_SETTINGS,
  };
}
