import { addDays } from '../country/dates.ts';
import { AUTHORITIES, type Authority } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { addressParts } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { randomFor } from '../country/random.ts';
import {
  boxIn,
  contains,
  multiPolygonWkt,
  pointIn,
  pointWkt,
  type Ring,
  settlementOf,
} from '../country/shapes.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

/**
 * Every dataset of planning.data.gov.uk begins with these thirteen columns; its own follow in alphabetical order.
 */
export const PLANNING_DATA_COMMON = [
  'dataset',
  'end-date',
  'entity',
  'entry-date',
  'geojson',
  'geometry',
  'name',
  'organisation-entity',
  'point',
  'prefix',
  'reference',
  'start-date',
  'typology',
] as const;

export const PLANNING_DATA_OWN = {
  'conservation-area': ['designation-date', 'documentation-url', 'notes', 'organisation'],
  'listed-building': ['documentation-url', 'listed-building-grade', 'notes', 'organisation'],
  'article-4-direction-area': [
    'address-text',
    'article-4-direction',
    'description',
    'documentation-url',
    'notes',
    'organisation',
    'permitted-development-rights',
    'uprn',
  ],
  'flood-risk-zone': ['flood-risk-level', 'flood-risk-type'],
  'tree-preservation-zone': [
    'documentation-url',
    'notes',
    'organisation',
    'tree-preservation-order',
    'tree-preservation-zone-type',
    'tree-species-list',
  ],
  'green-belt': ['green-belt-core', 'local-authority-district', 'notes', 'organisation'],
  'area-of-outstanding-natural-beauty': ['designation-date', 'documentation-url', 'notes', 'organisation'],
  'site-of-special-scientific-interest': ['documentation-url', 'notes', 'organisation'],
  'brownfield-land': [
    'deliverable',
    'hectares',
    'maximum-net-dwellings',
    'minimum-net-dwellings',
    'notes',
    'organisation',
    'ownership-status',
    'planning-permission-date',
    'planning-permission-status',
    'planning-permission-type',
    'site-address',
    'site-plan-url',
  ],
} as const;

export type PlanningDataset = keyof typeof PLANNING_DATA_OWN;
type Fields = Record<string, string | number>;

interface Entity {
  authority: Authority;
  name: string;
  rings: Ring[];
  /** Only a position, if the entity has no outline. */
  point?: readonly [number, number];
  fields?: Fields;
  ended?: boolean;
}

/** Datasets of planning.data.gov.uk, one file each, only England, outlines as well-known text in degrees. */
export function planningData(country: Country): DatasetFiles[] {
  return (Object.keys(PLANNING_DATA_OWN) as PlanningDataset[]).map((dataset) => {
    const header = [...PLANNING_DATA_COMMON, ...PLANNING_DATA_OWN[dataset]];
    const records = ENTITIES[dataset](country).map((entity, i) => record(dataset, entity, i, country.today));
    const content = csv(underHeader(header, records));
    return oneFile('planning-data', `planning-data/${dataset}.csv`, content, records.length);
  });
}

/** Whether a home's point lies in an outline of a dataset that has not ended. */
export function designated(
  country: Country,
  dataset: PlanningDataset,
  home: { easting: number; northing: number },
  test: (fields: Fields) => boolean = () => true,
): boolean {
  return ENTITIES[dataset](country).some(
    (entity) =>
      !entity.ended &&
      test(entity.fields ?? {}) &&
      entity.rings.some((ring) => contains(ring, home.easting, home.northing)),
  );
}

const FIRST_ENTITY: Record<PlanningDataset, number> = {
  'conservation-area': 998_440_000,
  'listed-building': 998_310_000,
  'article-4-direction-area': 998_700_000,
  'flood-risk-zone': 998_650_000,
  'tree-preservation-zone': 998_190_000,
  'green-belt': 998_610_000,
  'area-of-outstanding-natural-beauty': 998_100_000,
  'site-of-special-scientific-interest': 998_180_000,
  'brownfield-land': 998_170_000,
};

function record(dataset: PlanningDataset, entity: Entity, index: number, today: string): Fields {
  const random = randomFor(dataset, index);
  const first = entity.rings[0]?.[0] ?? entity.point!;
  return {
    dataset,
    'end-date': entity.ended ? addDays(today, -400) : '',
    entity: FIRST_ENTITY[dataset] + index,
    'entry-date': addDays(today, -random.int(10, 900)),
    geometry: entity.rings.length > 0 ? multiPolygonWkt(entity.rings) : '',
    name: entity.name,
    'organisation-entity': 99_800 + Number(entity.authority.code.slice(-1)),
    point: pointWkt(first[0], first[1]),
    prefix: dataset,
    reference: `X${dataset.slice(0, 2).toUpperCase()}${index + 1}`,
    'start-date': random.chance(0.3) ? '' : `19${random.int(70, 99)}-06-14`,
    typology: 'geography',
    ...entity.fields,
  };
}

const { xanshire, xelland, xoldFen } = AUTHORITIES;
const centre = settlementOf('xanbury-centre');
const north = settlementOf('xanbury-north');
const xelford = settlementOf('xelford');
const village = settlementOf('nether-xelm');

const ENTITIES: Record<PlanningDataset, (country: Country) => Entity[]> = {
  'conservation-area': () => [
    { authority: xanshire, name: 'Xanbury Old Quay', rings: [boxIn(centre, [-700, -60], [-130, 60])] },
    {
      authority: xanshire,
      name: '',
      rings: [boxIn(north, [600, 0], [760, 90]), boxIn(north, [800, 0], [860, 60])],
    },
    { authority: xelland, name: 'Nether Xelm', rings: [boxIn(village, [-700, -280], [320, -180])] },
    {
      authority: xelland,
      name: 'Xelford Market',
      rings: [boxIn(xelford, [-700, -260], [-150, -130])],
      ended: true,
    },
  ],
  'listed-building': (country) => {
    const old = country.homes.filter(
      (home) => home.street.settlement.nation === 'England' && home.builtYear < 1915 && home.uprn % 47 === 3,
    );
    return old.map((home, i) => ({
      authority: home.street.settlement.authority,
      name: i % 6 === 4 ? '' : titleCase(addressParts(home).join(', ')),
      rings: [],
      point: [home.easting, home.northing] as const,
      fields: {
        'listed-building-grade': i % 19 === 5 ? 'II*' : i % 11 === 7 ? 'Listed Building Grade II' : 'II',
      },
    }));
  },
  'article-4-direction-area': () => [
    {
      authority: xanshire,
      name: 'Small houses in multiple occupation, Xanbury centre',
      rings: [boxIn(centre, [-700, -260], [250, 20])],
      fields: {
        'article-4-direction': 'XA4-1',
        description: 'Change of use from C3 to C4',
        'permitted-development-rights': '3L',
      },
    },
    {
      authority: xelland,
      name: 'Nether Xelm frontages',
      rings: [boxIn(village, [-700, -280], [320, -180])],
      fields: {
        'article-4-direction': 'XA4-2',
        description: 'Alterations to frontages',
        'permitted-development-rights': '1A;2A',
      },
    },
  ],
  'flood-risk-zone': () => [
    {
      authority: xanshire,
      name: '',
      rings: [boxIn(centre, [-720, -300], [900, -200])],
      fields: { 'flood-risk-level': '3', 'flood-risk-type': 'Coastal Events' },
    },
    {
      authority: xanshire,
      name: '',
      rings: [boxIn(centre, [-720, -300], [900, -110])],
      fields: { 'flood-risk-level': '2', 'flood-risk-type': 'Coastal Events' },
    },
    {
      authority: xelland,
      name: '',
      rings: [boxIn(xelford, [200, -260], [760, -90])],
      fields: { 'flood-risk-level': '2', 'flood-risk-type': 'Fluvial Models' },
    },
  ],
  'tree-preservation-zone': () => [
    {
      authority: xanshire,
      name: 'Mixholt avenue',
      rings: [boxIn(north, [-500, -100], [-350, -40])],
      fields: {
        'tree-preservation-order': 'XTPO-7',
        'tree-preservation-zone-type': 'Group',
        'tree-species-list': 'Lime;Beech',
      },
    },
    {
      authority: xelland,
      name: '',
      rings: [boxIn(village, [100, -230], [116, -214])],
      fields: {
        'tree-preservation-order': 'XTPO-12',
        'tree-preservation-zone-type': 'Individual',
        'tree-species-list': '',
      },
    },
  ],
  'green-belt': () => [
    {
      authority: xelland,
      name: 'Xelford',
      rings: [boxIn(village, [-1500, -900], [1500, 900])],
      fields: { 'green-belt-core': 'Xelford', 'local-authority-district': xelland.code },
    },
  ],
  'area-of-outstanding-natural-beauty': () => [
    {
      authority: xoldFen,
      name: 'Xold Fen',
      rings: [boxIn(settlementOf('xold-fen'), [-5000, -5000], [5000, 5000])],
      fields: { 'designation-date': '1968-04-01' },
    },
  ],
  'site-of-special-scientific-interest': () => [
    {
      authority: xoldFen,
      name: 'Xold Saltings',
      rings: [boxIn(settlementOf('xold-fen'), [-400, 100], [400, 700])],
    },
  ],
  'brownfield-land': () => [
    {
      authority: xanshire,
      name: 'Former ropeworks',
      rings: [],
      point: pointIn(centre, 420, 260),
      fields: brownfield(1.2, 30, 60, 'permissioned'),
    },
    {
      authority: xelland,
      name: '',
      rings: [],
      point: pointIn(xelford, -260, 240),
      fields: brownfield(0.4, 8, 12, 'not permissioned'),
    },
  ],
};

function brownfield(hectares: number, fewest: number, most: number, status: string): Fields {
  return {
    deliverable: status === 'permissioned' ? 'yes' : '',
    hectares,
    'maximum-net-dwellings': most,
    'minimum-net-dwellings': fewest,
    'ownership-status': 'not owned by a public authority',
    'planning-permission-status': status,
    'site-address': 'Land behind the quay,\nXanbury',
  };
}
