import { NATIONS, SETTLEMENTS } from './geography.ts';
import { toWgs84 } from './grid.ts';
import type { Built, Street } from './model.ts';
import { randomFor } from './random.ts';

export function addPostcodes(built: Built, street: Street): void {
  const letter = NATIONS[street.settlement.nation].letter;
  for (const postcode of street.postcodes) {
    const members = built.homes.filter((home) => home.street === street && home.postcode === postcode);
    const easting = Math.round(mean(members.map((home) => home.easting)));
    const northing = Math.round(mean(members.map((home) => home.northing)));
    const random = randomFor('postcode', postcode);
    built.postcodes.push({
      postcode,
      settlement: street.settlement,
      street,
      easting,
      northing,
      ...toWgs84(easting, northing),
      introduced: street.builtYear > 1990 ? `${street.builtYear}0${random.int(1, 9)}` : '198001',
      terminated: null,
      hasPosition: true,
      ...statisticalCodes(letter, postcode, built.postcodes.length + 1),
    });
  }
}

/** One small area per sector, one middle-layer area per outcode, one output area per postcode. */
function statisticalCodes(letter: string, postcode: string, serial: number) {
  const sector = postcode.slice(0, 5);
  const sectors = SETTLEMENTS.flatMap((place) => place.sectors.map((digit) => `${place.outcode} ${digit}`));
  const outcodes = [...new Set(SETTLEMENTS.map((place) => place.outcode as string))];
  const digits = (value: number): string => String(value).padStart(3, '0');
  return {
    lsoaCode: `${letter}01999${digits(sectors.indexOf(sector) + 1)}`,
    msoaCode: `${letter}02999${digits(outcodes.indexOf(sector.slice(0, 3)) + 1)}`,
    outputAreaCode: `${letter}00999${digits(serial)}`,
  };
}

/** One withdrawn postcode in each nation, and one that never had a position. */
export function addUnusualPostcodes(built: Built): void {
  for (const key of ['xanbury-centre', 'trexwyn', 'xarrick']) {
    const street = built.streets.filter((entry) => entry.settlement.key === key)[1]!;
    const model = built.postcodes.find((entry) => entry.street === street)!;
    const inward = `${model.settlement.sectors[0]}ZZ`;
    built.postcodes.push({
      ...model,
      postcode: `${model.settlement.outcode} ${inward}`,
      introduced: '198001',
      terminated: '201406',
      outputAreaCode: model.outputAreaCode,
    });
  }
  const model = built.postcodes.find((entry) => entry.settlement.key === 'xanbury-north')!;
  built.postcodes.push({
    ...model,
    postcode: 'XE2 5ZZ',
    street: null,
    introduced: '200103',
    hasPosition: false,
  });
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
