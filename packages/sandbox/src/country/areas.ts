import type { Nation } from '@domesday/db';
import { type Authority, SETTLEMENTS } from './geography.ts';
import type { Country } from './model.ts';
import { randomFor } from './random.ts';

/** A small area: one sector of postcodes. */
export interface SmallArea {
  code: string;
  name: string;
  msoaCode: string;
  nation: Nation;
  authority: Authority;
  homes: number;
  population: number;
  /** 0 is the most deprived, 1 the least. */
  wellBeing: number;
}

/** Small areas of the whole country in the order of their codes, with a population that fits their homes. */
export function smallAreas(country: Country): SmallArea[] {
  const areas = new Map<string, SmallArea>();
  for (const entry of country.postcodes) {
    if (entry.terminated !== null || !entry.hasPosition || areas.has(entry.lsoaCode)) continue;
    const { authority, nation, basePrice } = entry.settlement;
    const sector = entry.postcode.slice(0, 5);
    const homes = country.homes.filter((home) => home.postcode.startsWith(sector)).length;
    const random = randomFor('area', entry.lsoaCode);
    areas.set(entry.lsoaCode, {
      code: entry.lsoaCode,
      name: `${authority.name} 00${SETTLEMENTS.findIndex((place) => place.outcode === entry.settlement.outcode) + 1}${'ABCDEFGH'.charAt(Number(sector.slice(4)) % 8)}`,
      msoaCode: entry.msoaCode,
      nation,
      authority,
      homes,
      population: Math.round(homes * random.between(2.1, 2.5)),
      wellBeing: Math.min(0.98, Math.max(0.02, (basePrice - 110_000) / 190_000 + 0.1 * random.normal())),
    });
  }
  return [...areas.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}
