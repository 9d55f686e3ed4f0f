import { type SmallArea, smallAreas } from '../country/areas.ts';
import { NATIONS } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { csv, quotedCsv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const BANDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const;
const SHARES = [0.24, 0.2, 0.22, 0.15, 0.1, 0.05, 0.03, 0.01];
export const STOCK_HEADER = [
  'geography',
  'ba_code',
  'ecode',
  'area_name',
  ...BANDS.map((band) => `band_${band}`),
  'all_properties',
] as const;

/** Dwellings by band: one wide table for England and Wales, rounded to ten, and a long one for Scotland. */
export function councilTaxBands(country: Country): DatasetFiles[] {
  const areas = smallAreas(country);
  const south = areas.filter((area) => area.nation !== 'Scotland');
  const rows: Row[] = [
    ...grouped(south, (area) => ['NATL', NATIONS[area.nation].code, area.nation]),
    ...grouped(south, (area) => ['LAUA', area.authority.code, area.authority.name]),
    ...grouped(south, (area) => ['LSOA', area.code, area.name]),
  ].map(([level, code, name, homes]) => {
    const counts = SHARES.map((part) => Math.round((homes * part) / 10) * 10);
    const shown = counts.map((count) => (count === 0 ? '-' : count));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return [level, '', code, name, ...shown, code.startsWith('W') ? '-' : '..', total];
  });
  const scottish: Row[] = grouped(
    areas.filter((area) => area.nation === 'Scotland'),
    (area) => ['DZ', area.code, area.name],
  ).flatMap(([, code, , homes]) =>
    SHARES.map(
      (part, i): Row => [code, 2025, 'Count', `Band ${BANDS[i]!.toUpperCase()}`, Math.round(homes * part)],
    ),
  );
  return [
    oneFile(
      'council-tax-bands',
      'council-tax-bands/CTSOP1_1_2026_03_31.csv',
      quotedCsv([STOCK_HEADER, ...rows]),
      rows.length,
    ),
    oneFile(
      'council-tax-bands',
      'council-tax-bands/dwellings-by-band-DZ-2025.csv',
      csv([['Geography_Code', 'Year', 'Measurement', 'Council Tax Band', 'Value'], ...scottish]),
      scottish.length,
    ),
  ];
}

function grouped(
  areas: readonly SmallArea[],
  keyOf: (area: SmallArea) => readonly [string, string, string],
): (readonly [string, string, string, number])[] {
  const homes = new Map<string, readonly [string, string, string, number]>();
  for (const area of areas) {
    const [level, code, name] = keyOf(area);
    homes.set(code, [level, code, name, (homes.get(code)?.[3] ?? 0) + area.homes]);
  }
  return [...homes.values()];
}
