import { SETTLEMENTS } from '../country/geography.ts';
import { round } from '../country/grid.ts';
import { randomFor } from '../country/random.ts';
import { boxIn, type Feature, featureCollection, pointIn, settlementOf } from '../country/shapes.ts';
import type { DatasetWriter } from './file.ts';

const centre = settlementOf('xanbury-centre');
const xelford = settlementOf('xelford');
const fen = settlementOf('xold-fen');
const trexwyn = settlementOf('trexwyn');
const xarrick = settlementOf('xarrick');

/**
 * Datasets with maps of all Great Britain. For others the name of the dataset contains the nation; without one it is
 * England.
 */
const BRITISH = ['radon', 'coal-mining', 'air-quality-areas'];

/**
 * A file of shapes, with a mapping that states for which nations it is complete, since the shapes are far too small to
 * show it.
 */
function areas(dataset: string, file: string, features: () => Feature[]): DatasetWriter {
  return () => {
    const found = features();
    const name = file.replace(/\.[a-z]+$/, '');
    const nation = /-wales$/.test(dataset) ? 'Wales' : /-scotland$/.test(dataset) ? 'Scotland' : 'England';
    const covers = BRITISH.includes(dataset) ? ['England', 'Wales', 'Scotland'] : [nation];
    const path = `${dataset}/${file}`;
    const mapping = `${dataset}/${name}.mapping.json`;
    return [
      {
        dataset,
        path,
        mapping,
        files: [
          { path, content: featureCollection(found, name), rows: found.length },
          { path: mapping, content: `${JSON.stringify({ covers })}\n`, rows: 0 },
        ],
      },
    ];
  };
}

/** Flood zones of the planning system, England: a place outside all outlines is in zone 1. */
export const floodZonesEngland = areas(
  'flood-zones-england',
  'Flood_Zones_2_and_3_Rivers_and_Sea.geojson',
  () =>
    (
      [
        ['FZ3', 'sea', centre, [-720, -300], [900, -200]],
        ['FZ2', 'sea', centre, [-720, -300], [900, -110]],
        ['FZ2', 'river', xelford, [200, -260], [760, -90]],
      ] as const
    ).map(([zone, source, place, from, to], i) => ({
      ring: boxIn(place, from, to),
      properties: {
        OBJECTID: i + 1,
        origin: 'modelled',
        flood_zone: zone,
        flood_source: source,
        asset_state: null,
      },
    })),
);

/** Likelihood of flooding from rivers and the sea, England, with stray points as in the real file. */
const floodRiversSea = areas('flood-risk-england', 'rofrs_4band.geojson', () => [
  ...(
    [
      ['High', centre, [-720, -300], [100, -225]],
      ['Medium', centre, [100, -300], [900, -200]],
      ['Low', centre, [-720, -200], [900, -110]],
      ['Very Low', xelford, [-760, -260], [200, -90]],
    ] as const
  ).map(([band, place, from, to], i) => ({
    ring: boxIn(place, from, to),
    properties: { objectid: i + 1, risk_band: band },
  })),
  { ring: [pointIn(centre, 0, -250)], properties: { objectid: 99, risk_band: 'Low' } },
]);

/** Likelihood of flooding from surface water, England. */
const floodSurfaceWater = areas('flood-risk-england', 'rofsw_4band.geojson', () =>
  Array.from({ length: 40 }, (_, i) => {
    const random = randomFor('surface water', i);
    const place = random.pick(SETTLEMENTS.filter((settlement) => settlement.nation === 'England'));
    const [east, north] = [random.int(-650, 700), random.int(-240, 240)];
    return {
      ring: boxIn(place, [east, north], [east + random.int(15, 60), north + random.int(10, 30)]),
      properties: { objectid: i + 1, risk_band: random.pick(['High', 'Medium', 'Low', 'Low']) },
    };
  }),
);

/** The two layers on the likelihood of flooding in England. */
export const floodRiskEngland: DatasetWriter = (country) => [
  ...floodRiversSea(country),
  ...floodSurfaceWater(country),
];

/** Flood zones of the Welsh planning system. */
export const floodZonesWales = areas('flood-zones-wales', 'Flood_Map_for_Planning_Wales.geojson', () =>
  (
    [
      ['Flood Zone 3', 'Sea', [-700, -300], [-100, -210]],
      ['Flood Zone 2', 'Rivers', [-700, -300], [100, -150]],
    ] as const
  ).map(([zone, source, from, to], i) => ({
    ring: boxIn(trexwyn, from, to),
    properties: { OBJECTID: i + 1, zone, source },
  })),
);

/** Natural Resources Wales: flood risk from rivers, sea and surface water, by band. */
export const floodRiskWales = areas('flood-risk-wales', 'nrw_flood_risk.geojson', () =>
  (
    [
      ['Sea', 'High', [-700, -300], [-100, -210]],
      ['Rivers', 'Medium', [200, -260], [500, -150]],
      ['Surface water and small watercourses', 'Low', [-100, 0], [60, 60]],
    ] as const
  ).map(([source, risk, from, to], i) => ({
    ring: boxIn(trexwyn, from, to),
    properties: { OBJECTID: i + 1, source, risk },
  })),
);

/** Scottish Environment Protection Agency: likelihood of flooding by source. */
export const floodRiskScotland = areas('flood-risk-scotland', 'sepa_flood_maps.geojson', () =>
  (
    [
      ['River', 'High', [-700, -300], [-100, -210]],
      ['Coastal', 'Medium', [200, -260], [500, -150]],
      ['Surface Water', 'Low', [-100, 0], [60, 60]],
    ] as const
  ).map(([source, likelihood, from, to], i) => ({
    ring: boxIn(xarrick, from, to),
    properties: { OBJECTID: i + 1, source, likelihood },
  })),
);

/** Historic landfill sites, Wales. */
export const landfillWales = areas('historic-landfill-wales', 'nrw_historic_landfill.geojson', () => [
  {
    ring: boxIn(trexwyn, [200, -60], [420, 40]),
    properties: { site_ref: 'XWHL1', site_name: 'Trexwyn Quarry' },
  },
]);

/** Radon potential by kilometre square, Great Britain: class 1 (below 1 %) to 6 (30 % and more). */
export const radon = areas('radon', 'Radon_Indicative_Atlas.geojson', () => {
  const squares = new Map<string, Feature>();
  for (const place of SETTLEMENTS) {
    for (let east = -2; east <= 2; east += 1) {
      for (let north = -2; north <= 2; north += 1) {
        const [x, y] = [Math.floor(place.easting / 1000) + east, Math.floor(place.northing / 1000) + north];
        const ring = [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
          [x, y],
        ].map(([a, b]) => [a! * 1000, b! * 1000] as const);
        const level = randomFor('radon', x, y).pick([1, 1, 1, 1, 2, 2, 3, 4, 5, 6]);
        squares.set(`${x}/${y}`, { ring, properties: { TILE: `${x}_${y}`, CLASS_MAX: level } });
      }
    }
  }
  return [...squares.values()];
});

/** Historic landfill sites, England; most columns of the real file are blank, so they are blank here. */
export const landfill = areas('historic-landfill', 'Historic_Landfill_Sites.geojson', () => [
  {
    ring: boxIn(xelford, [200, -60], [420, 40]),
    properties: {
      hld_ref: 'XHLD0001',
      site_name: 'Xelford Marsh Tip',
      firstinput: '1955-12-31',
      lastinput: '1974-12-31',
      inert: 'Yes',
      industrial: null,
      commercial: null,
      household: 'Yes',
      special: null,
    },
  },
  {
    ring: boxIn(centre, [640, 200], [800, 280]),
    properties: {
      hld_ref: 'XHLD0002',
      site_name: 'Ropeworks Pit',
      firstinput: null,
      lastinput: null,
      inert: null,
      industrial: 'Yes',
      commercial: null,
      household: null,
      special: null,
    },
  },
]);

/** Coal: the reporting area, and the parts of it where development is at high risk. Great Britain. */
export const coal = areas('coal-mining', 'coal_mining_areas.geojson', () => [
  {
    ring: boxIn(trexwyn, [-1500, -1000], [1500, 1000]),
    properties: { OBJECTID: 1, layer: 'Coal Mining Reporting Area' },
  },
  {
    ring: boxIn(trexwyn, [-700, -260], [-200, -100]),
    properties: { OBJECTID: 2, layer: 'Development High Risk Area' },
  },
  {
    ring: boxIn(xarrick, [-800, -500], [0, 500]),
    properties: { OBJECTID: 3, layer: 'Coal Mining Reporting Area' },
  },
]);

/** Strategic noise of railways and roads, England, day-evening-night level in bands of five decibels. */
export const noise = areas('noise', 'noise_lden.geojson', () => [
  ...['55.0-59.9', '60.0-64.9', '65.0-69.9', '70.0-74.9', '>=75.0'].map((noiseclass, i) => ({
    ring: boxIn(centre, [-900, 60 + i * 9], [900, 68 + i * 9]),
    properties: { noiseclass, layer: 'rail' },
  })),
  ...['55.0-59.9', '60.0-64.9'].map((noiseclass, i) => ({
    ring: boxIn(xelford, [-760, -20 + i * 9], [760, -12 + i * 9]),
    properties: { noiseclass, layer: 'road' },
  })),
]);

/** Air quality management areas of the United Kingdom. */
export const airQuality = areas('air-quality-areas', 'aqma.geojson', () => [
  {
    ring: boxIn(centre, [-200, -20], [260, 60]),
    properties: {
      aqma_ref: 998,
      title: 'Xanbury AQMA',
      local_auth: 'Xanshire',
      pollutants: 'Nitrogen dioxide NO2',
      date_decl: '2012-04-01',
      date_rev: null,
    },
  },
  {
    ring: boxIn(xarrick, [-200, -150], [60, -60]),
    properties: {
      aqma_ref: 999,
      title: 'Xarrick AQMA',
      local_auth: 'Xarrickshire',
      pollutants: 'Particulate Matter PM10',
      date_decl: '2009-02-10',
      date_rev: '2021-06-30',
    },
  },
]);

/** Coastal erosion, England: land at risk by the middle and the end of the century. */
export const coastalErosion = areas('coastal-erosion', 'ncerm_erosion_zones.geojson', () =>
  (
    [
      ['2055', 12, 90],
      ['2105', 34, 130],
    ] as const
  ).map(([epoch, metres, reach], i) => ({
    ring: boxIn(fen, [-400, -280], [500, -280 + reach]),
    properties: {
      OBJECTID: i + 1,
      frontage: 'X998',
      smp_policy: 'No active intervention',
      epoch,
      distance_m: round(metres, 1),
    },
  })),
);
