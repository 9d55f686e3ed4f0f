import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mirror } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import { applicationLines, DESIGNATIONS, designationLines } from './national-areas.ts';
import {
  certificateLines,
  indexLines,
  lookupLines,
  type MadeUp,
  pointLines,
  postcodeLines,
  saleLines,
  writeLines,
} from './national-files.ts';

const YEARS = 10;

/** Writes a made-up release of each large dataset in the layout of its publisher, and serves it from the mirror. */
export async function playCountry(mirror: Mirror, country: MadeUp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const csv = async (name: string, lines: Iterable<string>) => {
    await writeLines(join(folder, name), lines);
    return join(folder, name);
  };
  // The zip is built in memory, which is enough for a tenth of the country.
  const zip = async (name: string, parts: [name: string, lines: Iterable<string>][]) => {
    const contents: Record<string, Uint8Array> = {};
    for (const [part, lines] of parts) {
      const path = await csv(part, lines);
      contents[part] = await readFile(path);
      await rm(path);
    }
    await writeFile(join(folder, name), zipOf(contents));
    return join(folder, name);
  };
  const today = new Date();
  const month = today.toISOString().slice(0, 7);

  await play(
    mirror,
    'price-paid-data.publicdata.landregistry.gov.uk/pp-complete.csv',
    await csv('pp-complete.csv', saleLines(country, 0, country.sales)),
  );
  await play(
    mirror,
    `publicdata.landregistry.gov.uk/market-trend-data/house-price-index-data/UK-HPI-full-file-${month}.csv`,
    await csv('hpi.csv', indexLines()),
  );

  const lookup = await csv('lookup.csv', lookupLines(country, 0, Math.round(country.sales / 300)));
  const spelt = today.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).toLowerCase().slice(0, 3);
  await play(
    mirror,
    `price-paid-data.publicdata.landregistry.gov.uk/pp-uprn-lookup-${spelt}-${today.getUTCFullYear()}.csv`,
    lookup,
  );

  const directory = await zip('onspd.zip', [['ONSPD_AUG_2026_UK.csv', postcodeLines(0, country.postcodes)]]);
  const id = 'a'.repeat(32);
  const item = {
    id,
    owner: 'ONSGeography_data',
    title: 'ONS Postcode Directory (August 2026)',
    size: (await stat(directory)).size,
  };
  mirror.json('www.arcgis.com/sharing/rest/search', { results: [item] });
  await play(mirror, `www.arcgis.com/sharing/rest/content/items/${id}/data`, directory);

  const points = await zip('osopenuprn.zip', [['osopenuprn_202608.csv', pointLines(country)]]);
  const product = 'api.os.uk/downloads/v1/products/OpenUPRN';
  const address = `${product}/downloads?area=GB&format=CSV&fileName=osopenuprn.zip&redirect`;
  const file = {
    md5: await md5Of(points),
    size: (await stat(points)).size,
    url: `https://${address}`,
    format: 'CSV',
    area: 'GB',
    fileName: 'osopenuprn.zip',
  };
  mirror.json(product, { id: 'OpenUPRN', version: '2026-08' });
  mirror.json(`${product}/downloads?area=GB&format=CSV`, [file]);
  await play(mirror, address, points);

  const certificates = await zip(
    'certificates.zip',
    Array.from({ length: YEARS }, (_, year): [string, Iterable<string>] => [
      `certificates-${2012 + year}.csv`,
      certificateLines(country, year, YEARS),
    ]),
  );
  const planning = 'files.planning.data.gov.uk/dataset';
  for (const kind of Object.keys(DESIGNATIONS)) {
    const file = await csv(`${kind}.csv`, designationLines(country, kind));
    await play(mirror, `${planning}/${kind}.csv`, file);
  }
  const applications = await csv('planning-application.csv', applicationLines(country));
  await play(mirror, `${planning}/planning-application.csv`, applications);

  const energy = 'api.get-energy-performance-data.communities.gov.uk/api/files/domestic/csv';
  mirror.json(`${energy}/info`, {
    data: { fileSize: (await stat(certificates)).size, lastUpdated: today.toISOString() },
  });
  await play(mirror, energy, certificates);
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function play(mirror: Mirror, at: string, path: string): Promise<void> {
  const { size } = await stat(path);
  const type = path.endsWith('.zip') ? 'application/zip' : 'text/csv';
  mirror.play(at, (request, response) => {
    const begins = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(begins > 0 ? 206 : 200, {
      etag: '"made-up"',
      'last-modified': 'Fri, 28 Aug 2026 09:00:00 GMT',
      'content-type': type,
      'content-length': size - begins,
      ...(begins > 0 ? { 'content-range': `bytes ${begins}-${size - 1}/${size}` } : {}),
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path, { start: begins }).pipe(response);
  });
}
