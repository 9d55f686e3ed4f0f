import { degreesOf } from '@domesday/geography/grid';
import { gridOf, type MadeUp, someHome } from './national-files.ts';

type Ring = readonly (readonly [east: number, north: number])[];

interface Kind {
  /** Number in the whole country: about as many as the publisher has. */
  count: number;
  radius_m: number;
  /** Corners of an outline; 0 if the publisher gives only a point. */
  corners: number;
  own: readonly string[];
}

const COUNCIL = ['documentation-url', 'notes', 'organisation'];
/** The datasets of planning.data.gov.uk that `planning-data` loads, with their specific columns. */
export const DESIGNATIONS: Record<string, Kind> = {
  'conservation-area': { count: 10_000, radius_m: 300, corners: 60, own: ['designation-date', ...COUNCIL] },
  'article-4-direction-area': {
    count: 7000,
    radius_m: 200,
    corners: 40,
    own: ['description', ...COUNCIL, 'permitted-development-rights'],
  },
  'listed-building': { count: 380_000, radius_m: 0, corners: 0, own: ['listed-building-grade', ...COUNCIL] },
  'listed-building-outline': { count: 40_000, radius_m: 15, corners: 12, own: COUNCIL },
  'green-belt': { count: 1000, radius_m: 1500, corners: 400, own: ['green-belt-core', ...COUNCIL] },
  'area-of-outstanding-natural-beauty': {
    count: 34,
    radius_m: 12_000,
    corners: 4000,
    own: ['designation-date', ...COUNCIL],
  },
  'ancient-woodland': { count: 44_000, radius_m: 150, corners: 60, own: COUNCIL },
  'site-of-special-scientific-interest': { count: 4100, radius_m: 500, corners: 150, own: COUNCIL },
  'scheduled-monument': { count: 20_000, radius_m: 50, corners: 30, own: COUNCIL },
  'world-heritage-site': { count: 20, radius_m: 1500, corners: 300, own: COUNCIL },
  'park-and-garden': { count: 1700, radius_m: 400, corners: 100, own: COUNCIL },
  'national-park': { count: 10, radius_m: 18_000, corners: 5000, own: COUNCIL },
  'tree-preservation-zone': {
    count: 60_000,
    radius_m: 20,
    corners: 16,
    own: [...COUNCIL, 'tree-preservation-order'],
  },
};

/**
 * Assumed numbers, since no publisher states them: outlines of both flood zones, and applications of about five years.
 */
const FLOOD_ZONES = { count: 600_000, radius_m: 200, corners: 100 };
const APPLICATIONS = 2_000_000;
const FLOOD_RISKS = { count: 2_000_000, radius_m: 60, corners: 60 };
/** About as many as the Land Registry has, in a file for each of its districts. */
const PARCELS = { count: 24_000_000, radius_m: 10, corners: 8 };
const DISTRICTS = 318;

const COMMON = [
  ...['dataset', 'end-date', 'entity', 'entry-date', 'geojson', 'geometry', 'name', 'organisation-entity'],
  ...['point', 'prefix', 'reference', 'start-date', 'typology'],
];

/** The number for this made-up country, at least one. */
function share(country: MadeUp, whole: number): number {
  return Math.max(1, Math.round((whole * country.postcodes) / 1_700_000));
}

/** A star-shaped outline: number `n` of `count` outlines that are spread over the country. */
function ringOf(
  country: MadeUp,
  n: number,
  count: number,
  { radius_m, corners }: Omit<Kind, 'count' | 'own'>,
): Ring {
  const { easting, northing } = gridOf(Math.floor((n * country.postcodes) / count));
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / corners;
    const distance_m = radius_m * (i % 2 === 0 ? 1 : 0.9);
    return [easting + distance_m * Math.cos(angle), northing + distance_m * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

function degrees(east: number, north: number): string {
  const [longitude, latitude] = degreesOf(east, north);
  return `${longitude.toFixed(6)} ${latitude.toFixed(6)}`;
}

/** One dataset of planning.data.gov.uk: outlines as well-known text in degrees. */
export function* designationLines(country: MadeUp, kind: string): Generator<string> {
  const { own, ...shape } = DESIGNATIONS[kind]!;
  const count = share(country, shape.count);
  yield `${[...COMMON, ...own].join(',')}\n`;
  const empty = own.map((name) => (name === 'listed-building-grade' ? 'II' : ''));
  for (let n = 0; n < count; n++) {
    const at = gridOf(Math.floor((n * country.postcodes) / count));
    const corners = shape.corners > 0 ? ringOf(country, n, count, shape) : [];
    const outline = corners.map(([east, north]) => degrees(east, north)).join(',');
    const geometry = outline === '' ? '' : `"MULTIPOLYGON (((${outline})))"`;
    const point = `POINT (${degrees(at.easting, at.northing)})`;
    yield `${kind},,${998_000_000 + n},2026-01-05,,${geometry},Made up ${n},998,${point},${kind},M${n},1990-06-14,geography,${empty.join(',')}\n`;
  }
}

/** A layer of the Environment Agency as GeoJSON, in metres of the grid. */
function* layerLines(
  country: MadeUp,
  name: string,
  shape: typeof FLOOD_ZONES,
  columnsOf: (n: number) => string,
): Generator<string> {
  const count = share(country, shape.count);
  yield `{"type":"FeatureCollection","name":"${name}","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::27700"}},"features":[\n`;
  for (let n = 0; n < count; n++) {
    const corners = ringOf(country, n, count, shape);
    const ring = corners.map(([east, north]) => `[${east.toFixed(1)},${north.toFixed(1)}]`).join(',');
    yield `{"type":"Feature","properties":{${columnsOf(n)}},"geometry":{"type":"Polygon","coordinates":[[${ring}]]}}${n + 1 < count ? ',' : ''}\n`;
  }
  yield ']}\n';
}

/** The flood zones of the Environment Agency. */
export function floodZoneLines(country: MadeUp): Generator<string> {
  const columns = (n: number) => `"origin":"modelled","flood_zone":"FZ${2 + (n % 2)}","flood_source":"river"`;
  return layerLines(country, 'Flood_Zones_2_and_3_Rivers_and_Sea', FLOOD_ZONES, columns);
}

const BANDS = ['High', 'Medium', 'Low', 'Very low'];

/** The risk of flooding from rivers and sea, in four bands. */
export function floodRiskLines(country: MadeUp): Generator<string> {
  return layerLines(country, 'rofrs_4band', FLOOD_RISKS, (n) => `"risk_band":"${BANDS[n % 4]}"`);
}

/** The files of the INSPIRE index polygons by district, with their lines. */
export function parcelFiles(country: MadeUp): [name: string, lines: Generator<string>][] {
  const count = share(country, PARCELS.count);
  const files = share(country, DISTRICTS);
  return Array.from({ length: files }, (_, file) => {
    const [from, to] = [file, file + 1].map((at) => Math.floor((at * count) / files));
    return [`Land_Registry_Cadastral_Parcels_${file}.gml`, parcelLines(country, from!, to!, count)];
  });
}

/** Distance between parcels, so that a home lies in only one. */
const PARCEL_STEP_M = 25;

/** GML members of one district, in metres of the grid: the parcels of a postcode in rows of four. */
function* parcelLines(country: MadeUp, from: number, to: number, count: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:LR="www.landregistry.gov.uk">\n';
  for (let n = from; n < to; n++) {
    const [east_m, north_m] = [n % 4, Math.floor(n / 4) % 4].map((step) => step * PARCEL_STEP_M) as [
      number,
      number,
    ];
    const corners = ringOf(country, n, count, PARCELS);
    const ring = corners
      .map(([east, north]) => `${(east + east_m).toFixed(2)} ${(north + north_m).toFixed(2)}`)
      .join(' ');
    const outline = `<gml:Polygon srsName="urn:ogc:def:crs:EPSG::27700"><gml:exterior><gml:LinearRing><gml:posList>${ring}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;
    yield `<wfs:member><LR:PREDEFINED gml:id="P${n}"><LR:GEOMETRY>${outline}</LR:GEOMETRY><LR:INSPIREID>${n}</LR:INSPIREID><LR:VALIDFROM>2012-01-01T00:00:00.000Z</LR:VALIDFROM></LR:PREDEFINED></wfs:member>\n`;
  }
  yield '</wfs:FeatureCollection>\n';
}

const APPLICATION_COLUMNS = [
  ...['address-text', 'decision-date', 'description', 'documentation-url', 'notes', 'organisation'],
  ...['planning-application-status', 'planning-application-type', 'planning-decision', 'uprn'],
];
const DECISIONS = ['granted', 'granted', 'granted', 'refused', 'withdrawn'];

/** The applications of planning.data.gov.uk: two in three name the UPRN of their home. */
export function* applicationLines(country: MadeUp): Generator<string> {
  const count = share(country, APPLICATIONS);
  yield `${[...COMMON, ...APPLICATION_COLUMNS].join(',')}\n`;
  for (let n = 0; n < count; n++) {
    const home = someHome(country, (n * 7919) % country.homes);
    const year = 2021 + (n % 5);
    const address = `"${home.address}, HAVEN, ${home.postcode}"`;
    const decided = `${year}-0${2 + (n % 7)}-20`;
    const own = `${address},${decided},Single storey rear extension,,,local-authority:MADE,determined,full,${DECISIONS[n % 5]},${n % 3 === 0 ? '' : home.uprn}`;
    yield `planning-application,,${997_000_000 + n},2026-01-05,,,,998,,planning-application,M/${year}/${n},${year}-0${1 + (n % 7)}-11,legal-instrument,${own}\n`;
  }
}
