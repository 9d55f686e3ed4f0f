import type { Nation } from '@domesday/db';

/**
 * The fixed frame of the country: nations, authorities, settlements and the buildings along their streets. Every
 * settlement lies in the sea on the British National Grid, and every code, those of the nations too, is outside the
 * ranges that the publishers have issued.
 */
export type Market = 'XE1' | 'XE2' | 'XE3' | 'XE4' | 'XW1' | 'XW2' | 'XS1' | 'XS2';
export type StreetKind =
  | 'terrace'
  | 'semi'
  | 'detached'
  | 'bungalow'
  | 'estate'
  | 'conversion'
  | 'block'
  | 'village'
  | 'tenement';

export interface NationInfo {
  name: Nation;
  code: string;
  letter: 'E' | 'W' | 'S';
}

export interface Authority {
  code: string;
  name: string;
  nation: Nation;
  /** Empty where a nation has no regions. */
  regionCode: string;
  wardCode: string;
  wardName: string;
  constituencyCode: string;
  constituencyName: string;
  county: string;
  brma: string;
  /** Multiplies the national price path, so that areas grow at different rates. */
  growth: number;
}

export interface Settlement {
  key: string;
  town: string;
  /** Village or district of the town; empty in the centre. */
  locality: string;
  nation: Nation;
  authority: Authority;
  outcode: Market;
  sectors: readonly number[];
  easting: number;
  northing: number;
  bearing: number;
  /** Price in January 2015 of a semi-detached house of 90 square metres in fair condition. */
  basePrice: number;
  plan: readonly StreetPlan[];
}

export interface StreetPlan {
  kind: StreetKind;
  streets: number;
  /** Houses, or buildings if the kind contains flats. */
  buildings: number;
  built: readonly [number, number];
}

export const NATIONS: Record<Nation, NationInfo> = {
  England: { name: 'England', code: 'E92999001', letter: 'E' },
  Wales: { name: 'Wales', code: 'W92999001', letter: 'W' },
  Scotland: { name: 'Scotland', code: 'S92999001', letter: 'S' },
};

export const REGION = { code: 'E12999001', name: 'Xerris Sound' } as const;

function authority(
  code: string,
  name: string,
  nation: Nation,
  number: number,
  county: string,
  brma: string,
  growth: number,
): Authority {
  const letter = NATIONS[nation].letter;
  return {
    code,
    name,
    nation,
    regionCode: nation === 'England' ? REGION.code : '',
    wardCode: `${letter}${nation === 'Scotland' ? '13' : '05'}99900${number}`,
    wardName: `${name} Ward`,
    constituencyCode: `${letter}${nation === 'England' ? '14' : nation === 'Wales' ? '07' : '14'}99900${number}`,
    constituencyName: `${name} and Shore`,
    county,
    brma,
    growth,
  };
}

export const AUTHORITIES = {
  xanshire: authority('E06999001', 'Xanshire', 'England', 1, 'XANSHIRE', 'Xanbury Shore', 1.08),
  xelland: authority('E06999002', 'Xelland', 'England', 2, 'XELLAND', 'Xelford and Fen', 0.9),
  xoldFen: authority('E06999003', 'Xold Fen', 'England', 3, 'XOLD FEN', 'Xelford and Fen', 0.84),
  gwynxal: authority('W06999001', 'Gwynxal', 'Wales', 1, 'GWYNXAL', 'Trexwyn Bay', 0.96),
  xarrickshire: authority('S12999001', 'Xarrickshire', 'Scotland', 1, '', 'Xarrick Firth', 0.82),
} as const;

const old = [1880, 1914] as const;
const interwar = [1925, 1939] as const;
const postwar = [1950, 1972] as const;
const modern = [1985, 2004] as const;
const recent = [2006, 2024] as const;

export const SETTLEMENTS: readonly Settlement[] = [
  {
    key: 'xanbury-centre',
    town: 'XANBURY',
    locality: '',
    nation: 'England',
    authority: AUTHORITIES.xanshire,
    outcode: 'XE1',
    sectors: [1, 2, 3],
    easting: 630000,
    northing: 450000,
    bearing: 0.2,
    basePrice: 232_000,
    plan: [
      { kind: 'terrace', streets: 8, buildings: 44, built: old },
      { kind: 'conversion', streets: 4, buildings: 15, built: old },
      { kind: 'block', streets: 3, buildings: 2, built: [1998, 2022] },
      { kind: 'semi', streets: 3, buildings: 40, built: interwar },
    ],
  },
  {
    key: 'xanbury-north',
    town: 'XANBURY',
    locality: 'XANBURY NORTH',
    nation: 'England',
    authority: AUTHORITIES.xanshire,
    outcode: 'XE2',
    sectors: [4, 5],
    easting: 630400,
    northing: 452600,
    bearing: -0.15,
    basePrice: 282_000,
    plan: [
      { kind: 'semi', streets: 6, buildings: 44, built: postwar },
      { kind: 'detached', streets: 5, buildings: 30, built: modern },
      { kind: 'bungalow', streets: 2, buildings: 26, built: postwar },
      { kind: 'estate', streets: 2, buildings: 42, built: recent },
      { kind: 'block', streets: 1, buildings: 2, built: [2005, 2016] },
    ],
  },
  {
    key: 'xelford',
    town: 'XELFORD',
    locality: '',
    nation: 'England',
    authority: AUTHORITIES.xelland,
    outcode: 'XE3',
    sectors: [1, 2],
    easting: 618000,
    northing: 441000,
    bearing: 0.5,
    basePrice: 178_000,
    plan: [
      { kind: 'terrace', streets: 5, buildings: 40, built: old },
      { kind: 'semi', streets: 4, buildings: 36, built: interwar },
      { kind: 'detached', streets: 2, buildings: 24, built: modern },
      { kind: 'conversion', streets: 1, buildings: 10, built: old },
      { kind: 'block', streets: 1, buildings: 2, built: [2001, 2012] },
    ],
  },
  {
    key: 'nether-xelm',
    town: 'XELFORD',
    locality: 'NETHER XELM',
    nation: 'England',
    authority: AUTHORITIES.xelland,
    outcode: 'XE3',
    sectors: [6],
    easting: 614500,
    northing: 439200,
    bearing: 0.9,
    basePrice: 214_000,
    plan: [
      { kind: 'village', streets: 2, buildings: 24, built: [1760, 1900] },
      { kind: 'detached', streets: 1, buildings: 14, built: modern },
    ],
  },
  {
    key: 'xethorpe',
    town: 'XELFORD',
    locality: 'XETHORPE',
    nation: 'England',
    authority: AUTHORITIES.xelland,
    outcode: 'XE3',
    sectors: [7],
    easting: 620800,
    northing: 437400,
    bearing: -0.4,
    basePrice: 196_000,
    plan: [
      { kind: 'village', streets: 1, buildings: 22, built: [1780, 1910] },
      { kind: 'bungalow', streets: 1, buildings: 22, built: postwar },
    ],
  },
  {
    key: 'xold-fen',
    town: 'XOLD',
    locality: 'XOLD FEN END',
    nation: 'England',
    authority: AUTHORITIES.xoldFen,
    outcode: 'XE4',
    sectors: [9],
    easting: 648000,
    northing: 421000,
    bearing: 1.1,
    basePrice: 168_000,
    plan: [{ kind: 'village', streets: 1, buildings: 14, built: [1790, 1930] }],
  },
  {
    key: 'trexwyn',
    town: 'TREXWYN',
    locality: '',
    nation: 'Wales',
    authority: AUTHORITIES.gwynxal,
    outcode: 'XW1',
    sectors: [1, 2],
    easting: 222000,
    northing: 285000,
    bearing: 0.3,
    basePrice: 131_000,
    plan: [
      { kind: 'terrace', streets: 7, buildings: 40, built: old },
      { kind: 'semi', streets: 3, buildings: 36, built: interwar },
      { kind: 'detached', streets: 1, buildings: 24, built: modern },
      { kind: 'block', streets: 1, buildings: 2, built: [2003, 2014] },
      { kind: 'estate', streets: 1, buildings: 36, built: recent },
    ],
  },
  {
    key: 'llanxeri',
    town: 'ABERXOD',
    locality: 'LLANXERI',
    nation: 'Wales',
    authority: AUTHORITIES.gwynxal,
    outcode: 'XW2',
    sectors: [3],
    easting: 215000,
    northing: 279500,
    bearing: -0.6,
    basePrice: 158_000,
    plan: [
      { kind: 'village', streets: 1, buildings: 18, built: [1790, 1910] },
      { kind: 'bungalow', streets: 1, buildings: 24, built: postwar },
      { kind: 'terrace', streets: 1, buildings: 30, built: old },
    ],
  },
  {
    key: 'xarrick',
    town: 'XARRICK',
    locality: '',
    nation: 'Scotland',
    authority: AUTHORITIES.xarrickshire,
    outcode: 'XS1',
    sectors: [1, 2],
    easting: 450000,
    northing: 830000,
    bearing: 0.1,
    basePrice: 163_000,
    plan: [
      { kind: 'tenement', streets: 5, buildings: 11, built: old },
      { kind: 'terrace', streets: 2, buildings: 30, built: interwar },
      { kind: 'semi', streets: 2, buildings: 36, built: postwar },
    ],
  },
  {
    key: 'inverxan',
    town: 'INVERXAN',
    locality: '',
    nation: 'Scotland',
    authority: AUTHORITIES.xarrickshire,
    outcode: 'XS2',
    sectors: [5],
    easting: 456000,
    northing: 824500,
    bearing: 0.7,
    basePrice: 176_000,
    plan: [
      { kind: 'semi', streets: 3, buildings: 36, built: postwar },
      { kind: 'detached', streets: 2, buildings: 26, built: modern },
      { kind: 'village', streets: 1, buildings: 20, built: [1800, 1920] },
      { kind: 'estate', streets: 1, buildings: 34, built: recent },
    ],
  },
];
