import { SETTLEMENTS, type Settlement, type StreetPlan } from './geography.ts';
import { round, toWgs84 } from './grid.ts';
import type { Building, Built, Home, Street, TypeCode } from './model.ts';
import {
  BLOCK_WORDS,
  ENGLISH_STEMS,
  HOUSE_NAMES,
  SCOTTISH_STREETS,
  STREET_SUFFIXES,
  WELSH_HOUSE_NAMES,
  WELSH_STREETS,
} from './names.ts';
import { addPostcodes, addUnusualPostcodes } from './postcodes.ts';
import { type Random, randomFor } from './random.ts';

const FIRST_UPRN = 998_000_000_001;
/** The letters that an incode may contain. */
const INWARD_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const HOMES_PER_POSTCODE = 18;

/** One dwelling or building as planned along a street, before it has a UPRN. */
interface Plot {
  buildingName: string;
  number: string;
  type: TypeCode;
  bungalow: boolean;
  builtYear: number;
  units: Unit[];
  /** Whether the building has a UPRN of its own above its flats. */
  hasParent: boolean;
}

interface Unit {
  unit: string;
  saon: string;
  /** Overrides the plot's number, as in 14A. */
  number?: string;
  floorLevel: number;
  storeys: number;
  floorAreaSqm: number;
}

/** Streets, homes, blocks and postcodes; UPRNs are consecutive in this order. */
export function buildHomes(): Built {
  const built: Built = { streets: [], homes: [], buildings: [], postcodes: [] };
  const names = streetNames();
  let nextUprn = FIRST_UPRN;
  for (const settlement of SETTLEMENTS) {
    const inward = inwardCodes(settlement);
    let streetIndex = 0;
    for (const plan of settlement.plan) {
      for (let i = 0; i < plan.streets; i += 1) {
        const name = names(settlement, plan.kind);
        const random = randomFor('street', settlement.key, name);
        const street: Street = {
          id: `${settlement.key}/${name}`,
          name,
          kind: plan.kind,
          settlement,
          postcodes: [],
          builtYear: random.int(plan.built[0], plan.built[1]),
        };
        built.streets.push(street);
        const plots = planPlots(street, plan, random);
        nextUprn = layOut(built, street, plots, streetIndex, inward, nextUprn, random);
        streetIndex += 1;
      }
    }
  }
  addUnusualPostcodes(built);
  return built;
}

function streetNames(): (settlement: Settlement, kind: string) => string {
  let english = 0;
  let welsh = 0;
  let scottish = 0;
  return (settlement, kind) => {
    if (settlement.nation === 'Wales') return WELSH_STREETS[welsh++ % WELSH_STREETS.length]!;
    if (settlement.nation === 'Scotland') return SCOTTISH_STREETS[scottish++ % SCOTTISH_STREETS.length]!;
    const suffixes = STREET_SUFFIXES[kind]!;
    const index = english++;
    return `${ENGLISH_STEMS[index % ENGLISH_STEMS.length]} ${suffixes[index % suffixes.length]}`;
  };
}

/** Assigns a settlement's postcodes in order, sector by sector. */
function inwardCodes(settlement: Settlement): (streetIndex: number) => string {
  const used = new Map<number, number>();
  return (streetIndex) => {
    const sector = settlement.sectors[Math.floor(streetIndex / 3) % settlement.sectors.length]!;
    const n = used.get(sector) ?? 0;
    used.set(sector, n + 1);
    const letters = INWARD_LETTERS.charAt(Math.floor(n / 20)) + INWARD_LETTERS.charAt(n % 20);
    return `${settlement.outcode} ${sector}${letters}`;
  };
}

function planPlots(street: Street, plan: StreetPlan, random: Random): Plot[] {
  switch (plan.kind) {
    case 'block':
      return Array.from({ length: plan.buildings }, (_, i) => blockPlot(street, i, random));
    case 'conversion':
      return Array.from({ length: plan.buildings }, (_, i) => conversionPlot(street, i, random));
    case 'tenement':
      return Array.from({ length: plan.buildings }, (_, i) => tenementPlot(street, i, random));
    case 'village':
      return Array.from({ length: plan.buildings }, (_, i) => villagePlot(street, i, random));
    default:
      return housePlots(street, plan, random);
  }
}

function house(floorAreaSqm: number): Unit[] {
  return [
    { unit: '', saon: '', floorLevel: 0, storeys: 0, floorAreaSqm: round(Math.max(38, floorAreaSqm), 0) },
  ];
}

const HOUSE_SIZE = { terrace: [82, 10], semi: [92, 11], detached: [128, 22], bungalow: [78, 10] } as const;

function housePlots(street: Street, plan: StreetPlan, random: Random): Plot[] {
  const plots: Plot[] = [];
  for (let i = 0; i < plan.buildings; i += 1) {
    const number =
      plan.kind === 'detached' || plan.kind === 'estate' ? i + 1 : streetNumber(i, plan.buildings);
    let type: TypeCode = plan.kind === 'terrace' ? 'T' : plan.kind === 'semi' ? 'S' : 'D';
    let size: readonly [number, number] = HOUSE_SIZE.terrace;
    if (plan.kind === 'estate') {
      type = random.pick(['D', 'D', 'S', 'S', 'T'] as const);
      size = type === 'D' ? HOUSE_SIZE.detached : type === 'S' ? HOUSE_SIZE.semi : HOUSE_SIZE.terrace;
    } else if (plan.kind !== 'village' && plan.kind !== 'conversion' && plan.kind !== 'block') {
      size = HOUSE_SIZE[plan.kind as keyof typeof HOUSE_SIZE];
      if (plan.kind === 'bungalow' && random.chance(0.4)) type = 'S';
    }
    const phase = plan.kind === 'estate' ? Math.floor(i / 12) : 0;
    const plot: Plot = {
      buildingName: plan.kind === 'detached' && random.chance(0.08) ? random.pick(HOUSE_NAMES) : '',
      number: String(number),
      type,
      bungalow: plan.kind === 'bungalow',
      builtYear: Math.min(2026, street.builtYear + phase),
      units: house(size[0] + size[1] * random.normal()),
      hasParent: false,
    };
    if (plan.kind === 'terrace' && i > 3 && i % 29 === 7) plot.number = `${number}-${number + 2}`;
    plots.push(plot);
    if ((plan.kind === 'terrace' || plan.kind === 'semi') && i % 31 === 12) {
      plots.push({
        ...plot,
        buildingName: '',
        number: `${number}A`,
        builtYear: street.builtYear + 70,
        units: house(size[0] - 8),
      });
    }
  }
  return plots;
}

/** Odd numbers on one side and even on the other; ranges such as 21-23 leave their second number unused. */
function streetNumber(index: number, count: number): number {
  const odd_count = Math.ceil(count / 2);
  return index < odd_count ? index * 4 + 1 - (index > 0 ? 2 * index : 0) : (index - odd_count) * 2 + 2;
}

function villagePlot(street: Street, index: number, random: Random): Plot {
  const houseNames = street.settlement.nation === 'Wales' ? WELSH_HOUSE_NAMES : HOUSE_NAMES;
  const named = index < houseNames.length && index % 4 !== 3;
  const type = random.pick(['D', 'D', 'S', 'T'] as const);
  const mean = type === 'D' ? 132 : type === 'S' ? 96 : 84;
  return {
    buildingName: named ? houseNames[(index * 7 + street.id.length) % houseNames.length]! : '',
    number: named ? (index % 6 === 1 ? String(index + 1) : '') : String(index + 1),
    type,
    bungalow: false,
    builtYear: street.builtYear + random.int(0, 20),
    units: house(mean + 20 * random.normal()),
    hasParent: false,
  };
}

function blockPlot(street: Street, index: number, random: Random): Plot {
  const stem = ENGLISH_STEMS[(street.id.length * 5 + index * 11 + street.builtYear) % ENGLISH_STEMS.length]!;
  const flats = street.settlement.nation === 'England' ? random.int(18, 26) : random.int(14, 18);
  const storeys = Math.ceil(flats / 6);
  const word = random.chance(0.3) ? 'APARTMENT' : 'FLAT';
  const units = Array.from({ length: flats }, (_, i) => ({
    unit: `${word} ${i + 1}`,
    saon: `${word} ${i + 1}`,
    floorLevel: Math.floor(i / 6),
    storeys,
    floorAreaSqm: random.pick([44, 48, 52, 58, 63, 68, 74]) + random.int(-2, 2),
  }));
  return {
    buildingName: street.settlement.nation === 'Wales' ? `CWRT ${stem}` : `${stem} ${BLOCK_WORDS[index % 4]}`,
    number: random.chance(0.6) ? String(index * 2 + 10) : '',
    type: 'F',
    bungalow: false,
    builtYear: street.builtYear + index * 2,
    units,
    hasParent: true,
  };
}

/** A large terraced house converted into flats, named in one of the four ways that occur within streets. */
function conversionPlot(street: Street, index: number, random: Random): Plot {
  const number = String(index + 1);
  const scheme = index % 4;
  const size = (): number => round(52 + 12 * random.normal(), 0);
  const floors = ['BASEMENT FLAT', 'GROUND FLOOR FLAT', 'FIRST FLOOR FLAT', 'TOP FLOOR FLAT'];
  const units: Unit[] = [0, 1, 2, 3].slice(0, random.int(3, 4)).map((floorLevel) => {
    const letter = 'ABCD'.charAt(floorLevel);
    const designation =
      scheme === 0
        ? `FLAT ${floorLevel + 1}`
        : scheme === 1
          ? floors[floorLevel]!
          : scheme === 2
            ? `FLAT ${letter}`
            : '';
    return {
      unit: designation,
      saon: scheme === 0 && floorLevel === 2 ? 'FLAT' : designation,
      ...(scheme === 3 ? { number: `${number}${letter}` } : {}),
      floorLevel,
      storeys: 4,
      floorAreaSqm: Math.max(28, size()),
    };
  });
  return {
    buildingName: '',
    number,
    type: 'F',
    bungalow: false,
    builtYear: street.builtYear,
    units,
    hasParent: scheme !== 3,
  };
}

/**
 * A tenement of four floors with two flats each, numbered in the style of its street: 2F1, 1/2, G/2 or plain.
 */
function tenementPlot(street: Street, index: number, random: Random): Plot {
  const scheme = street.id.length % 2 === 0 ? index % 3 : (index + 1) % 4;
  const units: Unit[] = [];
  for (let floorLevel = 0; floorLevel < 4; floorLevel += 1) {
    for (let door = 1; door <= 2; door += 1) {
      const unit =
        scheme === 0
          ? `${floorLevel === 0 ? 'G' : floorLevel}F${door}`
          : scheme === 1
            ? `FLAT ${floorLevel}/${door}`
            : scheme === 2
              ? `${floorLevel === 0 ? 'G' : floorLevel}/${door}`
              : `FLAT ${floorLevel * 2 + door}`;
      const floorAreaSqm = round(Math.max(34, 62 + 9 * random.normal()), 0);
      units.push({ unit, saon: unit, floorLevel, storeys: 4, floorAreaSqm });
    }
  }
  return {
    buildingName: '',
    number: String(index * 2 + 2),
    type: 'F',
    bungalow: false,
    builtYear: street.builtYear,
    units,
    hasParent: true,
  };
}

function layOut(
  built: Built,
  street: Street,
  plots: Plot[],
  streetIndex: number,
  inward: (streetIndex: number) => string,
  firstUprn: number,
  random: Random,
): number {
  const { settlement } = street;
  const spacing =
    street.kind === 'block' ? 70 : street.kind === 'village' ? 38 : street.kind === 'detached' ? 20 : 9;
  const startEast = ((streetIndex % 3) - 1) * 460 - 200;
  const startNorth = Math.floor(streetIndex / 3) * 95 - 240;
  const streetEffect = 0.07 * random.normal();
  const cos = Math.cos(settlement.bearing);
  const sin = Math.sin(settlement.bearing);
  let uprn = firstUprn;
  let inPostcode = Number.POSITIVE_INFINITY;
  let postcode = '';
  plots.forEach((plot, i) => {
    if (inPostcode + plot.units.length > HOMES_PER_POSTCODE + 6) {
      postcode = inward(streetIndex);
      street.postcodes.push(postcode);
      inPostcode = 0;
    }
    inPostcode += plot.units.length;
    const east = startEast + Math.floor(i / 2) * spacing;
    const north = startNorth + (i % 2) * 24;
    const easting = round(settlement.easting + east * cos - north * sin, 2);
    const northing = round(settlement.northing + east * sin + north * cos, 2);
    const place = { postcode, easting, northing, ...toWgs84(easting, northing) };
    let building: Building | null = null;
    if (plot.hasParent) {
      const { buildingName, number } = plot;
      building = { uprn, street, buildingName, number, ...place, homes: [] };
      built.buildings.push(building);
      uprn += 1;
    }
    for (const unit of plot.units) {
      built.homes.push(finishHome(uprn, building, street, plot, unit, place, streetEffect));
      building?.homes.push(uprn);
      uprn += 1;
    }
  });
  addPostcodes(built, street);
  return uprn;
}

function finishHome(
  uprn: number,
  building: Building | null,
  street: Street,
  plot: Plot,
  unit: Unit,
  place: { postcode: string; easting: number; northing: number; latitude: number; longitude: number },
  streetEffect: number,
): Home {
  const random = randomFor('home', uprn);
  const era = plot.builtYear;
  const usualScore = era < 1920 ? 56 : era < 1945 ? 60 : era < 1980 ? 65 : era < 2006 ? 71 : 82;
  const leasehold = plot.type === 'F' || (street.settlement.nation === 'Wales' && random.chance(0.06));
  return {
    uprn,
    parentUprn: building?.uprn ?? null,
    street,
    unit: unit.unit,
    saon: unit.saon,
    buildingName: plot.buildingName,
    number: unit.number ?? plot.number,
    ...place,
    type: plot.type,
    bungalow: plot.bungalow,
    tenure: leasehold ? 'L' : 'F',
    builtYear: era,
    floorAreaSqm: unit.floorAreaSqm,
    habitableRooms: Math.min(9, Math.max(1, Math.round(unit.floorAreaSqm / 21))),
    floorLevel: unit.floorLevel,
    storeys: unit.storeys,
    streetEffect,
    condition: 0.08 * random.normal(),
    energyScore: Math.min(95, Math.max(8, Math.round(usualScore + (era < 2006 ? 9 : 3) * random.normal()))),
    occupation: random.pick([
      'Owner-occupied',
      'Owner-occupied',
      'Owner-occupied',
      'Rented (private)',
      'Rented (social)',
    ]),
    inAddressList: random.chance(0.985),
  };
}
