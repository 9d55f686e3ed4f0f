import { buildCountry } from './country/country.ts';
import {
  addressLine,
  type Certificate,
  type Country,
  type Home,
  ratingOf,
  type Sale,
} from './country/model.ts';
import { designated, type PlanningDataset } from './files/planning-data.ts';

type FieldTest = (fields: Record<string, string | number>) => boolean;

/** One home of the sandbox with the values in its files. */
export interface HomeSample {
  uprn: number;
  address: string;
  postcode: string;
  country: 'England' | 'Wales' | 'Scotland';
  property_type: 'detached' | 'semi_detached' | 'terraced' | 'flat' | 'bungalow';
  /** From the newest sale; null without one. */
  tenure: 'Freehold' | 'Leasehold' | null;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
  parent_uprn: number | null;
  /** From the newest certificate; null if the home has none, or none with an area. */
  floor_area_sqm: number | null;
  epc_rating: string | null;
  epc_score: number | null;
  certificates: number;
  /** Oldest first, after both the bulk and the monthly price-paid file are applied. */
  sales: SaleSample[];
}

export interface SaleSample {
  transaction_id: string;
  date: string;
  price: number;
  category: 'standard' | 'additional';
  new_build: boolean;
  postcode: string;
}

export interface SandboxSamples {
  today: string;
  counts: { homes: number; blocks: number; postcodes: number; sales: number; certificates: number };
  /** A freehold house with at least three standard sales and a certificate. */
  house: HomeSample;
  /** A leasehold flat of a block, with a sale and a certificate. */
  flat: HomeSample;
  /** The block of the flat: a UPRN and an address, no unit, no sale. */
  block: { uprn: number; address: string; postcode: string; flat_uprns: number[] };
  welshHouse: HomeSample;
  /** A flat whose designation has the floor and door form 2F1. */
  scottishFlat: HomeSample;
  /** Never sold, floor area known. */
  unsoldWithFloorArea: HomeSample;
  /** Never sold, no certificate. */
  bare: HomeSample;
  /** Sold once, and only as category B. */
  additionalSale: HomeSample;
  newBuild: HomeSample;
  /** A house with a name and no number. */
  namedHouse: HomeSample;
  /** A house numbered like 21-23. */
  range: HomeSample;
  /** A house numbered like 14A. */
  suffix: HomeSample;
  /** Sold twice within ten months. */
  shortHold: HomeSample;
  /** A home with a sale that has a neighbour's postcode. */
  wrongPostcode: HomeSample & { wrong: SaleSample };
  /** A home that was sold under a postcode that has since been withdrawn. */
  formerPostcode: HomeSample;
  /** UPRN of a home inside a conservation area, and of one outside all of them. */
  inConservationArea: number;
  outsideConservationAreas: number;
  /** UPRN of a home in flood zone 3 of the English planning system, and of one only in zone 2. */
  inFloodZone3: number;
  inFloodZone2: number;
  /** UPRN of a home in an Article 4 area that restricts small HMOs. */
  inArticle4Area: number;
  inGreenBelt: number;
  /** An outcode with exactly three sales. */
  sparse: { outcode: string; sales: number; homes: number; uprn: number };
  terminatedPostcode: { postcode: string; terminated: string; latitude: number; longitude: number };
  /** In the directories, but without a position. */
  postcodeWithoutPosition: string;
  /** Well formed, but in no file. */
  unknown: { uprn: number; postcode: string; outcode: string };
}

let computed: SandboxSamples | null = null;

/** Selected items of the sandbox on its default day, taken from the generated country. */
export function sandboxSamples(): SandboxSamples {
  computed ??= compute(buildCountry());
  return computed;
}

function compute(country: Country): SandboxSamples {
  const homes = predicatesOf(country);
  return {
    today: country.today,
    counts: countsOf(country),
    ...plainHomes(homes),
    ...edgeCaseHomes(homes),
    ...homesInAreas(homes),
    ...postcodes(homes),
  };
}

type Predicates = ReturnType<typeof predicatesOf>;

/** Predicates by which homes are selected. */
function predicatesOf(country: Country) {
  const sales = (home: Home): Sale[] => country.salesByUprn.get(home.uprn) ?? [];
  const certificates = (home: Home): Certificate[] => country.certificatesByUprn.get(home.uprn) ?? [];
  const clean = (home: Home): boolean => sales(home).every((sale) => sale.oddity === null);
  const certified = (home: Home): boolean =>
    certificates(home).length > 0 &&
    certificates(home).every((entry) => entry.hasUprn && Number(entry.floorArea) > 0);
  const corrected = new Set(country.corrections.map((entry) => entry.transactionId));
  const find = (what: string, test: (home: Home) => boolean): Home => {
    const home = country.homes.find(
      (candidate) =>
        candidate.inAddressList &&
        sales(candidate).every((sale) => !corrected.has(sale.transactionId)) &&
        test(candidate),
    );
    if (!home) throw new Error(`The sandbox has no ${what}.`);
    return home;
  };
  const nation = (home: Home): string => home.street.settlement.nation;
  const inTown = (home: Home): boolean => home.street.settlement.key === 'xanbury-centre';
  const lastSold = (home: Home): string => sales(home)[sales(home).length - 1]?.date ?? '';
  const sample = (home: Home): HomeSample => homeSample(home, sales(home), certificates(home));

  return {
    country,
    sales,
    certificates,
    clean,
    certified,
    corrected,
    find,
    nation,
    inTown,
    lastSold,
    sample,
  };
}

function countsOf(country: Country): SandboxSamples['counts'] {
  return {
    homes: country.homes.length,
    blocks: country.buildings.length,
    postcodes: country.postcodes.length,
    sales: country.sales.length,
    certificates: country.certificates.length,
  };
}

/** Homes with nothing unusual about them. */
function plainHomes({
  country,
  sales,
  certificates,
  clean,
  certified,
  find,
  nation,
  inTown,
  lastSold,
  sample,
}: Predicates) {
  const flat = find(
    'flat',
    (home) =>
      inTown(home) &&
      home.street.kind === 'block' &&
      home.number !== '' &&
      /^FLAT ([2-9]|1\d)$/.test(home.unit) &&
      lastSold(home) > '2018' &&
      clean(home) &&
      certified(home),
  );
  const block = country.buildings.find((building) => building.uprn === flat.parentUprn)!;
  return {
    house: sample(
      find(
        'house',
        (home) =>
          inTown(home) &&
          home.tenure === 'F' &&
          /^\d+$/.test(home.number) &&
          certified(home) &&
          clean(home) &&
          sales(home).length >= 3 &&
          lastSold(home) > '2018' &&
          sales(home).every((sale) => sale.category === 'A'),
      ),
    ),
    flat: sample(flat),
    block: {
      uprn: block.uprn,
      address: addressLine(block),
      postcode: block.postcode,
      flat_uprns: block.homes,
    },
    welshHouse: sample(
      find(
        'Welsh house',
        (home) =>
          nation(home) === 'Wales' &&
          home.tenure === 'F' &&
          sales(home).length >= 2 &&
          lastSold(home) > '2018' &&
          sales(home).every((sale) => sale.category === 'A') &&
          clean(home) &&
          certified(home),
      ),
    ),
    scottishFlat: sample(find('Scottish flat', (home) => /^2F\d$/.test(home.unit) && certified(home))),
    unsoldWithFloorArea: sample(
      find(
        'unsold house',
        (home) => inTown(home) && home.type === 'T' && sales(home).length === 0 && certified(home),
      ),
    ),
    bare: sample(
      find(
        'bare house',
        (home) =>
          inTown(home) && home.type === 'T' && sales(home).length === 0 && certificates(home).length === 0,
      ),
    ),
  };
}

/** Homes with addresses that are hard to parse, or sales that are hard to value. */
function edgeCaseHomes({ country, sales, clean, corrected, find, nation, inTown, sample }: Predicates) {
  const wrong = country.sales.find(
    (sale) =>
      sale.oddity === 'wrong_postcode' &&
      country.homeByUprn.get(sale.uprn!)!.inAddressList &&
      !corrected.has(sale.transactionId),
  )!;
  return {
    additionalSale: sample(
      find(
        'category B sale',
        (home) => inTown(home) && clean(home) && sales(home).length === 1 && sales(home)[0]!.category === 'B',
      ),
    ),
    newBuild: sample(
      find(
        'new building',
        (home) =>
          home.street.kind === 'estate' &&
          nation(home) === 'England' &&
          clean(home) &&
          sales(home)[0]?.newBuild === true,
      ),
    ),
    namedHouse: sample(
      find(
        'named house',
        (home) =>
          home.buildingName !== '' &&
          home.number === '' &&
          home.unit === '' &&
          sales(home).length > 0 &&
          clean(home),
      ),
    ),
    range: sample(
      find('range', (home) => home.number.includes('-') && sales(home).length > 0 && clean(home)),
    ),
    suffix: sample(
      find(
        'suffix',
        (home) =>
          /^\d+A$/.test(home.number) &&
          home.unit === '' &&
          home.type !== 'F' &&
          sales(home).length > 0 &&
          clean(home),
      ),
    ),
    shortHold: sample(find('short hold', (home) => sales(home).some((sale) => sale.oddity === 'short_hold'))),
    wrongPostcode: { ...sample(country.homeByUprn.get(wrong.uprn!)!), wrong: saleSample(wrong) },
    formerPostcode: sample(
      find('former postcode', (home) => sales(home).some((sale) => sale.oddity === 'former_postcode')),
    ),
  };
}

/** Homes inside and outside the areas of planning. */
function homesInAreas({ country, find, nation, inTown }: Predicates) {
  const isZone3: FieldTest = (fields) => fields['flood-risk-level'] === '3';
  const lies = (home: Home, dataset: PlanningDataset, test?: FieldTest): boolean =>
    nation(home) === 'England' && designated(country, dataset, home, test);
  const within = (dataset: PlanningDataset, test?: FieldTest): number =>
    find(`home in ${dataset}`, (home) => lies(home, dataset, test)).uprn;

  return {
    inConservationArea: within('conservation-area'),
    outsideConservationAreas: find('home outside', (home) => inTown(home) && !lies(home, 'conservation-area'))
      .uprn,
    inFloodZone3: within('flood-risk-zone', isZone3),
    inFloodZone2: find(
      'home in zone 2',
      (home) => lies(home, 'flood-risk-zone') && !lies(home, 'flood-risk-zone', isZone3),
    ).uprn,
    inArticle4Area: within(
      'article-4-direction-area',
      (fields) => fields['permitted-development-rights'] === '3L',
    ),
    inGreenBelt: within('green-belt'),
  };
}

function postcodes({ country, sales }: Predicates) {
  const sparse = country.homes.find((home) => home.postcode.startsWith('XE4') && sales(home).length === 0)!;
  const terminated = country.postcodes.find((entry) => entry.terminated !== null)!;
  return {
    sparse: {
      outcode: 'XE4',
      sales: country.sales.filter((sale) => sale.postcode.startsWith('XE4')).length,
      homes: country.homes.filter((home) => home.postcode.startsWith('XE4')).length,
      uprn: sparse.uprn,
    },
    terminatedPostcode: {
      postcode: terminated.postcode,
      terminated: terminated.terminated!,
      latitude: terminated.latitude,
      longitude: terminated.longitude,
    },
    postcodeWithoutPosition: country.postcodes.find((entry) => !entry.hasPosition)!.postcode,
    unknown: { uprn: 998_999_999_999, postcode: 'XE1 9ZZ', outcode: 'XE9' },
  };
}

const PROPERTY_TYPES = { D: 'detached', S: 'semi_detached', T: 'terraced', F: 'flat' } as const;

function homeSample(home: Home, sales: readonly Sale[], certificates: readonly Certificate[]): HomeSample {
  const newest = certificates[certificates.length - 1];
  return {
    uprn: home.uprn,
    address: addressLine(home),
    postcode: home.postcode,
    country: home.street.settlement.nation,
    property_type: home.bungalow ? 'bungalow' : PROPERTY_TYPES[home.type],
    tenure: sales.length === 0 ? null : home.tenure === 'F' ? 'Freehold' : 'Leasehold',
    easting: home.easting,
    northing: home.northing,
    latitude: home.latitude,
    longitude: home.longitude,
    parent_uprn: home.parentUprn,
    floor_area_sqm: Number(newest?.floorArea) || null,
    epc_rating: newest ? ratingOf(newest.score) : null,
    epc_score: newest?.score ?? null,
    certificates: certificates.length,
    sales: sales.map(saleSample),
  };
}

function saleSample(sale: Sale): SaleSample {
  return {
    transaction_id: sale.transactionId.toLowerCase(),
    date: sale.date,
    price: sale.price,
    category: sale.category === 'A' ? 'standard' : 'additional',
    new_build: sale.newBuild,
    postcode: sale.postcode,
  };
}
