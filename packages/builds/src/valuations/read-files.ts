import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { identityKey, normalisePostcode, parseAddress } from '@domesday/addresses';
import { dataset as epcDomestic } from '@domesday/datasets/epc-domestic';
import { dataset as listOfRents } from '@domesday/datasets/lha-list-of-rents';
import { dataset as pricePaid } from '@domesday/datasets/price-paid';
import { dataset as ukHpi } from '@domesday/datasets/uk-hpi';
import { createCsvParser, parseCsv } from '@domesday/files/csv';
import { columnsOf, positionOf } from '@domesday/files/header';
import type { CopyValue, TableModule } from '@domesday/loading/types';
import { addressLine, type PropertyType, plausibleFloorArea } from '@domesday/valuation';
import type { ListedRent } from '@domesday/valuation/backtest';
import type { PublishedIndex, SaleRow } from '@domesday/valuation/fit';
import { inOneMeasure, type PublishedRow } from './one-measure.ts';

/** The sales of a price-paid file in any of its layouts, plain or gz. Rows that the loader refuses are left out. */
export async function readSalesFile(path: string): Promise<SaleRow[]> {
  const sales: SaleRow[] = [];
  await readRecords(pricePaid, path, (row) => {
    if (row.removed || typeof row.postcode !== 'string') return;
    const text = (name: string) => (row[name] as string | null) ?? '';
    sales.push({
      transaction_id: text('transaction_id'),
      price: row.price as number,
      date: text('date'),
      postcode: row.postcode,
      property_type: row.property_type as SaleRow['property_type'],
      new_build: row.new_build as boolean,
      tenure: row.tenure as SaleRow['tenure'],
      saon: text('saon'),
      paon: text('paon'),
      street: text('street'),
      locality: text('locality'),
      town: text('town'),
      category: row.category as SaleRow['category'],
    });
  });
  return sales;
}

/** The rents of a list of rents, plain or gz. Rows that the loader refuses are left out. */
export async function readRentsFile(path: string): Promise<ListedRent[]> {
  const rents: ListedRent[] = [];
  await readRecords(listOfRents, path, (row) => {
    rents.push({
      year: row.year as number,
      area: row.brma_key as string,
      category: row.category as string,
      rent: row.weekly_rent as number,
    });
  });
  return rents;
}

/** An index read from a file, with the mean of its last twelve published monthly sales; 0 if none is published. */
export type IndexFromFile = PublishedIndex & { monthly_sales: number };

/** The index series of a UK HPI file, one per area in it. */
export async function readIndexFile(path: string): Promise<IndexFromFile[]> {
  const areas = new Map<string, { area: string; rows: PublishedRow[]; volumes: number[] }>();
  await readRecords(ukHpi, path, (row) => {
    const code = row.area_code as string;
    const found = areas.get(code) ?? { area: row.area_name as string, rows: [], volumes: [] };
    areas.set(code, found);
    if (typeof row.all_volume === 'number') found.volumes.push(row.all_volume);
    for (const property_type of ['all', 'detached', 'semi_detached', 'terraced', 'flat'] as const) {
      const figure = (of: string) => (row[`${property_type}_${of}`] as number | null) ?? null;
      found.rows.push({
        month: row.month as string,
        property_type,
        index_value: figure('index'),
        average_price: figure('price'),
      });
    }
  });
  return [...areas.values()].map(({ area, rows, volumes }) => {
    const last = volumes.slice(-12);
    const monthly_sales = last.reduce((sum, volume) => sum + volume, 0) / Math.max(1, last.length);
    return { id: 'uk-hpi', area, rows: inOneMeasure(rows), monthly_sales };
  });
}

/**
 * Grid positions by postcode from any CSV with columns named postcode, easting and northing. The spelling of a postcode
 * does not matter; a row without a position is left out.
 */
export async function readPositionsFile(
  path: string,
): Promise<Map<string, { easting: number; northing: number }>> {
  const records = parseCsv(await readText(path));
  const columns = columnsOf(records[0] ?? []);
  const at = ['postcode', 'easting', 'northing'].map((name) => positionOf(columns, [name]));
  if (at.includes(-1)) throw new Error(`${path}: columns postcode, easting and northing are needed`);
  const positions = new Map<string, { easting: number; northing: number }>();
  for (const record of records.slice(1)) {
    const [postcode, easting, northing] = at.map((i) => record[i]!);
    if (easting && northing)
      positions.set(spelt(postcode!), { easting: Number(easting), northing: Number(northing) });
  }
  return positions;
}

/**
 * UPRNs by premises, from any CSV with columns named uprn, address and postcode. Premises listed twice are left out.
 */
export async function readAddressesFile(path: string): Promise<Map<string, string>> {
  const records = parseCsv(await readText(path));
  const columns = columnsOf(records[0] ?? []);
  const at = ['uprn', 'address', 'postcode'].map((name) => positionOf(columns, [name]));
  if (at.includes(-1)) throw new Error(`${path}: columns uprn, address and postcode are needed`);
  const homes = new Map<string, string>();
  const twice = new Set<string>();
  for (const record of records.slice(1)) {
    const [uprn, address, postcode] = at.map((i) => record[i]!);
    const key = premises(address!, postcode!);
    if (key === '') continue;
    if (homes.has(key)) twice.add(key);
    homes.set(key, uprn!);
  }
  for (const key of twice) homes.delete(key);
  return homes;
}

/** The key of premises in their postcode; empty if the address does not identify premises. */
function premises(address: string, postcode: string): string {
  const key = identityKey(parseAddress(address, spelt(postcode)));
  return key === '' ? '' : `${spelt(postcode)}|${key}`;
}

/** A postcode in the usual spelling: lists of postcodes lack the space that price-paid files have. */
function spelt(postcode: string): string {
  return normalisePostcode(postcode) ?? postcode;
}

type Certified = Pick<
  SaleRow,
  'floor_area_sqm' | 'floor_area_lodged_on' | 'construction_age' | 'habitable_rooms' | 'certificate_type'
>;

/**
 * For each UPRN of a file the newest certificate with a usable floor area, else the newest with any floor area. The
 * band of construction is that of the newest certificate of all.
 */
export async function readCertificatesFile(path: string): Promise<Map<string, Certified>> {
  const newest = new Map<string, Certified>();
  const ages = new Map<string, { lodged: string; construction_age: string | null }>();
  await readRecords(epcDomestic, path, (row) => {
    const lodged = row.lodged_on as string | null;
    if (row.uprn === null) return;
    const age = ages.get(String(row.uprn));
    if (!age || (lodged ?? '') >= age.lodged)
      ages.set(String(row.uprn), {
        lodged: lodged ?? '',
        construction_age: row.construction_age as string | null,
      });
    if (row.floor_area_sqm === null) return;
    const found = newest.get(String(row.uprn));
    if (found) {
      const [usable, before] = [row.floor_area_sqm as number, found.floor_area_sqm!].map(plausibleFloorArea);
      if (usable === before ? (lodged ?? '') < (found.floor_area_lodged_on ?? '') : before) return;
    }
    newest.set(String(row.uprn), {
      floor_area_sqm: row.floor_area_sqm as number,
      floor_area_lodged_on: lodged,
      habitable_rooms: row.habitable_rooms as number | null,
      certificate_type: row.property_type as PropertyType | null,
    });
  });
  for (const [uprn, { construction_age }] of ages)
    newest.set(uprn, { ...newest.get(uprn), construction_age });
  return newest;
}

/** The sales, with the UPRN and the certificate of their home where known. */
export function certifiedSales(
  sales: readonly SaleRow[],
  homes: ReadonlyMap<string, string>,
  certificates: ReadonlyMap<string, Certified>,
): SaleRow[] {
  return sales.map((sale) => {
    const uprn = homes.get(premises(addressLine(sale), sale.postcode)) ?? null;
    return uprn === null ? sale : { ...sale, uprn, ...certificates.get(uprn) };
  });
}

async function readRecords(
  dataset: TableModule,
  path: string,
  take: (row: Record<string, CopyValue>) => void,
): Promise<void> {
  const text = await readText(path);
  const layout = dataset.recognise({ name: basename(path), text: text.slice(0, 1 << 20) }, undefined);
  if ('refused' in layout) throw new Error(`${path} is not ${dataset.id}: ${layout.refused}`);
  const names = dataset.staging.map((column) => column.name);
  const values: CopyValue[] = new Array(names.length).fill(null);
  const parser = createCsvParser({
    onRecord: (fields) => {
      if (layout.map(fields, values) !== null) return;
      take(Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])));
    },
    onReject: () => {},
  });
  parser.write(text.slice(layout.dataOffset));
  parser.end();
}

async function readText(path: string): Promise<string> {
  // Node's error for reading a folder lacks the path, so it is added.
  const bytes = await readFile(path).catch((error: Error) => Promise.reject(Object.assign(error, { path })));
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  return new TextDecoder('utf-8').decode(plain);
}
