import { firstOfMonth, monthNumber, slashDate } from '../country/dates.ts';
import { round } from '../country/grid.ts';
import { averagePrice, INDEX_AREAS, type IndexArea } from '../country/market.ts';
import type { Country, Sale, TypeCode } from '../country/model.ts';
import { csv, type Row, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const GROUPS = ['Cash', 'Mortgage', 'FTB', 'FOO', 'New', 'Old'] as const;
const WITH_VOLUME = new Set<string>(['Cash', 'Mortgage', 'New', 'Old']);
const TYPES = { Detached: 'D', SemiDetached: 'S', Terraced: 'T', Flat: 'F' } as const;

export const UK_HPI_HEADER: readonly string[] = [
  'Date',
  'RegionName',
  'AreaCode',
  'AveragePrice',
  'Index',
  'IndexSA',
  '1m%Change',
  '12m%Change',
  'AveragePriceSA',
  'SalesVolume',
  ...[...Object.keys(TYPES), ...GROUPS].flatMap((name) => [
    `${name}Price`,
    `${name}Index`,
    `${name}1m%Change`,
    `${name}12m%Change`,
    ...(WITH_VOLUME.has(name) ? [`${name}SalesVolume`] : []),
  ]),
];

const FIRST_MONTH = monthNumber('2005-01-01');
const BASE_MONTH = monthNumber('2015-01-01');
const MIX: Record<TypeCode, number> = { D: 0.24, S: 0.3, T: 0.28, F: 0.18 };
/** Level of each group relative to all sales: first-time buyers pay less and new homes cost more. */
const GROUP_LEVEL = { Cash: 0.95, Mortgage: 1.03, FTB: 0.86, FOO: 1.13, New: 1.19, Old: 0.98 } as const;

/**
 * The full file of the UK House Price Index: a row per area and month, 54 columns, types and buyer groups side by
 * side. The newest two months have no volumes yet and no figures for new buildings.
 */
export function ukHpi(country: Country): DatasetFiles[] {
  const lastMonth = monthNumber(country.today) - 2;
  const volumes = countByAreaAndMonth(country.sales);
  const records: Record<string, string | number>[] = [];
  for (const area of INDEX_AREAS) {
    for (let month = FIRST_MONTH; month <= lastMonth; month += 1) {
      records.push(record(area, month, month > lastMonth - 2, volumes));
    }
  }
  records.sort((a, b) => Number(a.month) - Number(b.month));
  const rows: Row[] = [...underHeader(UK_HPI_HEADER, records)];
  const name = `UK-HPI-full-file-${firstOfMonth(lastMonth).slice(0, 7)}.csv`;
  return [oneFile('uk-hpi', `uk-hpi/${name}`, csv(rows, '\r\n'), records.length)];
}

function record(area: IndexArea, month: number, newest: boolean, volumes: Map<string, number>) {
  const overall = (at: number): number =>
    (Object.keys(MIX) as TypeCode[]).reduce((sum, type) => sum + MIX[type] * averagePrice(area, type, at), 0);
  const scotland = area.authorities.every((authority) => authority.nation === 'Scotland');
  // Scottish volumes come from another register, so they do not follow the sales of this country.
  const volume = scotland ? 6 + (month % 7) : (volumes.get(`${area.code}/${month}`) ?? 0);
  const row: Record<string, string | number> = {
    month,
    Date: slashDate(firstOfMonth(month)),
    RegionName: area.name,
    AreaCode: area.code,
    ...measures('', overall, month),
    SalesVolume: newest ? '' : volume,
  };
  row.AveragePrice = row.Price!;
  row.IndexSA = row.Index!;
  row.AveragePriceSA = row.Price!;
  for (const [name, type] of Object.entries(TYPES)) {
    if (!area.withheld.includes(type))
      Object.assign(
        row,
        measures(name, (at) => averagePrice(area, type, at), month),
      );
  }
  for (const group of GROUPS) {
    if (newest && group === 'New') continue;
    Object.assign(
      row,
      measures(group, (at) => overall(at) * GROUP_LEVEL[group], month),
    );
    const share = group === 'Cash' ? 0.3 : group === 'New' ? 0.1 : group === 'Mortgage' ? 0.7 : 0.9;
    if (WITH_VOLUME.has(group) && !newest) row[`${group}SalesVolume`] = Math.round(volume * share);
  }
  return row;
}

function measures(
  name: string,
  price: (month: number) => number,
  month: number,
): Record<string, string | number> {
  const now = price(month);
  const change = (months: number): string | number =>
    month - months < FIRST_MONTH ? '' : round((now / price(month - months) - 1) * 100, 1);
  return {
    [`${name}Price`]: Math.round(now),
    [`${name}Index`]: round((now / price(BASE_MONTH)) * 100, 1),
    [`${name}1m%Change`]: change(1),
    [`${name}12m%Change`]: change(12),
  };
}

function countByAreaAndMonth(sales: readonly Sale[]): Map<string, number> {
  const counts = new Map<string, number>();
  const areasOfDistrict = new Map<string, string[]>();
  for (const area of INDEX_AREAS) {
    for (const authority of area.authorities) {
      const key = authority.name.toUpperCase();
      areasOfDistrict.set(key, [...(areasOfDistrict.get(key) ?? []), area.code]);
    }
  }
  for (const sale of sales) {
    for (const code of areasOfDistrict.get(sale.district) ?? []) {
      const key = `${code}/${monthNumber(sale.date)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
