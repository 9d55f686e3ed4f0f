import type { Settlement } from './geography.ts';
import { toWgs84 } from './grid.ts';
import type { Country, Postcode } from './model.ts';
import { titleCase } from './names.ts';
import { randomFor } from './random.ts';
import { pointIn, settlementOf } from './shapes.ts';

export interface Place {
  settlement: Settlement;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
  /** From the nearest live postcode. */
  postcode: Postcode;
}

/** A place given in metres along and across the streets of a settlement, with the postcode nearest to it. */
export function placeIn(country: Country, settlement: Settlement, along: number, across: number): Place {
  const [easting, northing] = pointIn(settlement, along, across);
  const near = country.postcodes.filter(
    (entry) =>
      entry.settlement.outcode === settlement.outcode && entry.terminated === null && entry.hasPosition,
  );
  const distance = (entry: Postcode): number =>
    Math.hypot(entry.easting - easting, entry.northing - northing);
  const postcode = near.reduce((best, entry) => (distance(entry) < distance(best) ? entry : best));
  return { settlement, easting, northing, ...toWgs84(easting, northing), postcode };
}

export type Phase = 'Nursery' | 'Primary' | 'Secondary' | 'Special' | 'All-through';

export interface School extends Place {
  name: string;
  phase: Phase;
  independent: boolean;
  open: boolean;
  lowAge: number;
  highAge: number;
  pupils: number;
  capacity: number;
  serial: number;
}

const AGES: Record<Phase, readonly [number, number]> = {
  Nursery: [3, 4],
  Primary: [4, 11],
  Secondary: [11, 18],
  Special: [5, 19],
  'All-through': [3, 18],
};

const SCHOOLS: readonly (readonly [string, string, Phase, ...string[]])[] = [
  ['xanbury-centre', 'Quaxley Street Primary School', 'Primary'],
  ['xanbury-centre', 'Thraxel Children’s Nursery School', 'Nursery'],
  ['xanbury-centre', 'Xanbury Harbour Academy', 'Secondary'],
  ['xanbury-centre', 'Lantern House School', 'All-through', 'independent'],
  ['xanbury-centre', 'Old Netloft Infant School', 'Primary', 'closed'],
  ['xanbury-north', 'Mixholt Primary School', 'Primary'],
  ['xanbury-north', 'Xanbury North High School', 'Secondary'],
  ['xanbury-north', 'Tide Mill Special School', 'Special'],
  ['xelford', 'Xelford Community Primary School', 'Primary'],
  ['xelford', 'Kexbarn Church Primary School', 'Primary'],
  ['xelford', 'Xelford Academy', 'Secondary'],
  ['nether-xelm', 'Nether Xelm Primary School', 'Primary'],
  ['trexwyn', 'Ysgol Gynradd Trexwyn', 'Primary'],
  ['trexwyn', 'Ysgol Gyfun Bae Trexwyn', 'Secondary'],
  ['llanxeri', 'Ysgol Llanxeri', 'Primary'],
  ['xarrick', 'Xarrick Primary School', 'Primary'],
  ['xarrick', 'Thraxgate Primary School', 'Primary'],
  ['xarrick', 'Xarrick Academy', 'Secondary'],
  ['inverxan', 'Inverxan Primary School', 'Primary'],
];

export function schools(country: Country): School[] {
  return SCHOOLS.map(([key, name, phase, ...notes], serial) => {
    const random = randomFor('school', name);
    const [lowAge, highAge] = AGES[phase];
    const capacity = phase === 'Secondary' ? random.int(60, 140) * 10 : random.int(9, 42) * 10;
    return {
      ...placeIn(country, settlementOf(key), random.int(-600, 700), random.int(-220, 260)),
      name,
      phase,
      independent: notes.includes('independent'),
      open: !notes.includes('closed'),
      lowAge,
      highAge,
      pupils: Math.round(capacity * random.between(0.7, 1.02)),
      capacity,
      serial,
    };
  });
}

export function streetLine(place: Place): string {
  return titleCase(place.postcode.street?.name ?? '');
}
