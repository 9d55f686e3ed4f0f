import { smallAreas } from '../country/areas.ts';
import type { Country } from '../country/model.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

/** Mean household income by middle-layer area, England and Wales: notes above the header, thousands commas. */
export function smallAreaIncome(country: Country): DatasetFiles[] {
  const middle = new Map<string, { name: string; authority: [string, string]; wellBeing: number[] }>();
  for (const area of smallAreas(country)) {
    if (area.nation === 'Scotland') continue;
    const own = middle.get(area.msoaCode) ?? {
      name: area.name.slice(0, -1),
      authority: [area.authority.code, area.authority.name] as [string, string],
      wellBeing: [],
    };
    own.wellBeing.push(area.wellBeing);
    middle.set(area.msoaCode, own);
  }
  const pounds = (value: number): string =>
    Math.round(value / 100) * 100 === 0 ? '0' : (Math.round(value / 100) * 100).toLocaleString('en-GB');
  const rows: Row[] = [...middle].map(([code, { name, authority, wellBeing }]) => {
    const mean = 34_000 + (24_000 * wellBeing.reduce((sum, value) => sum + value, 0)) / wellBeing.length;
    return [
      code,
      name,
      ...authority,
      pounds(mean),
      pounds(mean * 1.14),
      pounds(mean * 0.88),
      pounds(mean * 0.26),
    ];
  });
  const header = [
    'MSOA code',
    'MSOA name',
    'Local authority code',
    'Local authority name',
    'Total annual income (£)',
    'Upper confidence limit (£)',
    'Lower confidence limit (£)',
    'Confidence interval (£)',
  ];
  const title = 'Total annual household income, financial year ending 2023';
  const content = csv([[title], ['Made up.'], header, ...rows]);
  return [oneFile('small-area-income', 'small-area-income/total-annual-income.csv', content, rows.length)];
}
