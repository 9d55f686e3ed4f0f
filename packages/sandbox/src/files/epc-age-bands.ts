import type { Home } from '../country/model.ts';
import type { Random } from '../country/random.ts';

const BANDS: readonly (readonly [number, string])[] = [
  [1900, 'before 1900'],
  [1930, '1900-1929'],
  [1950, '1930-1949'],
  [1967, '1950-1966'],
  [1976, '1967-1975'],
  [1983, '1976-1982'],
  [1991, '1983-1990'],
  [1996, '1991-1995'],
  [2003, '1996-2002'],
  [2007, '2003-2006'],
  [2012, '2007-2011'],
  [9999, '2012 onwards'],
];
const SCOTTISH_BANDS: readonly (readonly [number, string])[] = [
  [1919, 'before 1919'],
  [1930, '1919-1929'],
  [1950, '1930-1949'],
  [1965, '1950-1964'],
  [1976, '1965-1975'],
  [1984, '1976-1983'],
  [1992, '1984-1991'],
  [1999, '1992-1998'],
  [2003, '1999-2002'],
  [2008, '2003-2007'],
  [9999, '2008 onwards'],
];

/**
 * The band of building years in the form of a certificate: with the nation before it, or one year, or none. No home is
 * built after its certificate was lodged.
 */
export function ageBand(home: Home, lodgedOn: string, random: Random): string {
  if (random.chance(0.03)) return random.pick(['NO DATA!', 'INVALID!', '']);
  const scotland = home.street.settlement.nation === 'Scotland';
  const band = (scotland ? SCOTTISH_BANDS : BANDS).find(([end]) => home.builtYear < end)![1];
  if (!scotland && home.builtYear > 2006 && random.chance(0.2))
    return String(Math.min(home.builtYear, Number(lodgedOn.slice(0, 4))));
  return scotland ? band : `England and Wales: ${band}`;
}
