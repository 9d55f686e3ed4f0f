import { createHash } from 'node:crypto';
import type { Mirror } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';

/** Made-up releases of four publishers, which the mirror serves. */

export const HPI = 'publicdata.landregistry.gov.uk/market-trend-data/house-price-index-data';
export const OS = 'api.os.uk/downloads/v1/products';
export const SALES = 'price-paid-data.publicdata.landregistry.gov.uk';
export const ENERGY = 'api.get-energy-performance-data.communities.gov.uk';

/** The month so many months ago, as `2026-08`. */
export function monthsAgo(n: number): string {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - n, 1)).toISOString().slice(0, 7);
}

export function indexFile(month: string, price: number): string {
  return `Date,RegionName,AreaCode,AveragePrice,Index,SalesVolume\n01/${month.slice(5)}/${month.slice(0, 4)},Xanshire,E06999001,${price},101.5,40\n`;
}

/** A row of the bulk file of sales: A adds, C changes, D deletes. */
export function sale(n: number, price: number, status: 'A' | 'C' | 'D' = 'A'): string {
  const id = `{00000000-0000-0000-0000-${String(n).padStart(12, '0')}}`;
  const address = ['8', '', 'COD LANE', '', 'HAVEN', 'HAVEN', 'SEASHIRE'];
  const fields = [id, String(price), '2026-03-01 00:00', 'XE1 2AB', 'S', 'N', 'F', ...address, 'A', status];
  return `${fields.map((field) => `"${field}"`).join(',')}\n`;
}

export function playIndex(mirror: Mirror, month: string, price: number): void {
  mirror.file(`${HPI}/UK-HPI-full-file-${month}.csv`, indexFile(month, price), { etag: `"${month}"` });
}

/** Postcodes with the checksum that Ordnance Survey lists, behind a redirect to a signed address. */
export function playPostcodes(
  mirror: Mirror,
  version: string,
  change: { md5?: string; cut_bytes?: number } = {},
): void {
  const whole = zipOf({
    'Data/CSV/xe.csv': '"XE1 2AB",10,630010,450020,"E92000001","","","","E06999001","E05999001"\n',
  });
  const zip = whole.subarray(0, whole.length - (change.cut_bytes ?? 0));
  const md5 = change.md5 ?? createHash('md5').update(zip).digest('hex');
  const file = `${OS}/CodePointOpen/downloads?area=GB&format=CSV&fileName=codepo_gb.zip&redirect`;
  mirror.json(`${OS}/CodePointOpen`, { id: 'CodePointOpen', version });
  mirror.json(`${OS}/CodePointOpen/downloads?area=GB&format=CSV`, [
    { md5, size: zip.length, url: `https://${file}`, format: 'CSV', area: 'GB', fileName: 'codepo_gb.zip' },
  ]);
  mirror.play(file, (_request, response) => {
    response.writeHead(307, { location: 'https://store.example/codepo?signature=made-up-signature' }).end();
  });
  mirror.file('store.example/codepo', zip, { type: 'application/zip' });
}

/**
 * Publishes all certificates of England and Wales, given by their numbers, with the publisher's description of the
 * file.
 */
export function playCertificates(mirror: Mirror, made: string, numbers: readonly number[]): void {
  const header =
    'certificate_number,address1,address2,address3,postcode,posttown,property_type,built_form,current_energy_rating,current_energy_efficiency,potential_energy_rating,total_floor_area,number_habitable_rooms,construction_age_band,tenure,transaction_type,inspection_date,lodgement_date,local_authority,local_authority_label,country,uprn,uprn_source\n';
  const rows = numbers.map(
    (n) =>
      `${n},${n} Cod Lane,,,XE1 2AB,Haven,House,Detached,C,71,B,80,4,,,,2026-03-01,2026-03-02,E06999001,Xanshire,England,${998000000000 + n},Address Matched\n`,
  );
  const zip = zipOf({ 'certificates-2026.csv': header + rows.join('') });
  mirror.json(`${ENERGY}/api/files/domestic/csv/info`, { data: { fileSize: zip.length, lastUpdated: made } });
  mirror.file(`${ENERGY}/api/files/domestic/csv`, zip, { etag: `"${made}"`, type: 'application/zip' });
}

/** A file of planning.data.gov.uk with one area. */
export function designation(kind: string, reference: string): string {
  const area = 'MULTIPOLYGON(((0.5 51.5,0.51 51.5,0.51 51.51,0.5 51.51,0.5 51.5)))';
  return `dataset,entity,geometry,name,reference\n${kind},1,"${area}",Made up,${reference}\n`;
}

export function playSales(mirror: Mirror, day: string, rows: string): void {
  mirror.file(`${SALES}/pp-complete.csv`, rows, {
    etag: `"whole ${day}"`,
    last_modified: new Date(day).toUTCString(),
  });
}

export function playSalesChanges(mirror: Mirror, day: string, rows: string): void {
  mirror.file(`${SALES}/pp-monthly-update-new-version.csv`, rows, {
    etag: `"month ${day}"`,
    last_modified: new Date(day).toUTCString(),
  });
}
