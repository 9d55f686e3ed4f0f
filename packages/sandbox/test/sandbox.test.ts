import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sharedData } from '@domesday/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCountry } from '../src/country/country.ts';
import { monthNumber } from '../src/country/dates.ts';
import { logIndex, logPrice } from '../src/country/market.ts';
import { randomFor } from '../src/country/random.ts';
import { monthlyRent } from '../src/country/rents.ts';
import { contains } from '../src/country/shapes.ts';
import { AIRBNB_HEADER } from '../src/files/airbnb-listings.ts';
import { ageBand } from '../src/files/epc-age-bands.ts';
import { EPC_2026_HEADER, EPC_OLDER_HEADER } from '../src/files/epc-columns.ts';
import { GIAS_HEADER } from '../src/files/gias.ts';
import { XANSHIRE_HMO_HEADER } from '../src/files/hmo-register.ts';
import { LIST_OF_RENTS_HEADER } from '../src/files/lha-list-of-rents.ts';
import { BLM_FIELDS } from '../src/files/listings-blm.ts';
import { NAPTAN_HEADER } from '../src/files/naptan.ts';
import { PLANNING_DATA_COMMON } from '../src/files/planning-data.ts';
import { POLICE_HEADER } from '../src/files/police-crime.ts';
import {
  CORE_DATASETS,
  SANDBOX_DATASETS,
  SANDBOX_TODAY,
  type SandboxManifest,
  sandboxSamples,
  writeSandbox,
} from '../src/index.ts';

const folders: string[] = [];
let folder: string;
let manifest: SandboxManifest;
let files: Map<string, Buffer>;

beforeAll(async () => {
  folder = await scratch();
  manifest = await writeSandbox(folder, { datasets: 'all' });
  files = await contents(folder);
});

afterAll(async () => {
  await Promise.all(folders.map((path) => rm(path, { recursive: true })));
});

async function scratch(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'domesday-sandbox-'));
  folders.push(path);
  return path;
}

async function contents(root: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(relative(root, path), await readFile(path));
  }
  return found;
}

/** A file's text; a workbook is unpacked first. */
function plainText(path: string, bytes: Buffer): string {
  if (!path.endsWith('.xlsx')) return bytes.toString('latin1');
  return Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n');
}

function pathOf(dataset: string, nth = 0): string {
  return manifest.files.filter((file) => file.dataset === dataset)[nth]!.path;
}

async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split(/\r?\n/).filter((line) => line !== '');
}

describe('writeSandbox', () => {
  it('writes the same bytes in every process', async () => {
    vi.resetModules();
    const fresh = await import('../src/index.ts');
    expect(fresh.writeSandbox).not.toBe(writeSandbox);
    const second = await scratch();
    await fresh.writeSandbox(second, { datasets: 'all' });
    const again = await contents(second);
    expect([...again.keys()].sort()).toEqual([...files.keys()].sort());
    for (const [path, bytes] of files) expect(again.get(path)!.equals(bytes), path).toBe(true);
  });

  it('moves the newest records with the data date', async () => {
    const later = await scratch();
    const newest = async (path: string): Promise<string> =>
      (await linesOf(path))
        .map((line) => line.split('","')[2]!)
        .sort()
        .at(-1)!;
    const moved = await writeSandbox(later, { today: '2027-02-15', datasets: ['price-paid'] });
    const complete = moved.files.find((file) => file.dataset === 'price-paid')!.path;
    expect(await newest(complete)).toMatch(/^2026-12/);
    expect(await newest(pathOf('price-paid'))).toMatch(/^2026-08/);
  });

  it('names no real postcode and no real UPRN', () => {
    let postcodes = 0;
    for (const [path, bytes] of files) {
      const text = plainText(path, bytes);
      for (const [found] of text.matchAll(/\b[A-Z]{1,2}\d[A-Z\d]? {0,2}\d[A-Z]{2}\b/g)) {
        postcodes += 1;
        if (!/^X[EWS]\d *\d/.test(found)) throw new Error(`${path} holds ${found}`);
      }
    }
    expect(postcodes).toBeGreaterThan(10_000);
    for (const line of text('os-open-uprn').split('\r\n').slice(1, -1)) expect(line).toMatch(/^998\d{9},/);
  });

  it('keeps every position inside the British National Grid', () => {
    for (const line of text('os-open-uprn').split('\r\n').slice(1, -1)) {
      const [, easting, northing] = line.split(',').map(Number);
      expect(easting! > 0 && easting! < 700_000 && northing! > 0 && northing! < 1_300_000).toBe(true);
    }
  });

  it('states the number of rows that each file has', async () => {
    for (const [dataset, headerRows] of [
      ['price-paid', 0],
      ['hmlr-uprn-lookup', 0],
      ['os-open-uprn', 1],
      ['onspd', 1],
      ['uk-hpi', 1],
      ['address-list', 1],
    ] as const) {
      const entry = manifest.files.find((file) => file.dataset === dataset)!;
      expect((await linesOf(entry.path)).length, dataset).toBe(entry.rows + headerRows);
    }
    const samples = sandboxSamples();
    expect(samples.counts.homes).toBeGreaterThan(3_000);
    expect(samples.counts.sales).toBeGreaterThan(4_000);
  });
});

function text(dataset: string): string {
  const kind = files.get(`planning-data/${dataset}.csv`);
  if (kind) return kind.toString('utf8');
  return files.get(relative(folder, pathOf(dataset)))!.toString('utf8');
}

describe('datasets', () => {
  it('writes only the core datasets by default: places, addresses, certificates and sales', async () => {
    const core = await writeSandbox(await scratch());
    expect([...new Set(core.files.map((file) => file.dataset))]).toEqual(CORE_DATASETS);
    const one = await writeSandbox(await scratch(), { datasets: ['uk-hpi', 'no-such-dataset'] });
    expect(one.files.map((file) => file.dataset)).toEqual(['uk-hpi']);
    expect([...new Set(manifest.files.map((file) => file.dataset))]).toEqual(SANDBOX_DATASETS);
  });

  it('gives every record of an agent feed as many fields as its definition', async () => {
    for (const [nth, delimiter] of [
      [0, '|'],
      [1, '^'],
    ] as const) {
      const lines = await linesOf(pathOf('listings-blm', nth));
      const definition = lines[lines.indexOf('#DEFINITION#') + 1]!;
      const records = lines.slice(lines.indexOf('#DATA#') + 1, -1);
      expect(records.length).toBe(
        manifest.files.filter((file) => file.dataset === 'listings-blm')[nth]!.rows,
      );
      expect(
        records.every((record) => record.split(delimiter).length === definition.split(delimiter).length),
      ).toBe(true);
    }
  });

  it('gives homes rents that rise with their value, at a plausible yield', () => {
    const yields = buildCountry().homes.map(
      (home) => (12 * monthlyRent(home, SANDBOX_TODAY)) / Math.exp(logPrice(home, SANDBOX_TODAY)),
    );
    expect(median(yields)).toBeGreaterThan(0.035);
    expect(median(yields)).toBeLessThan(0.07);
  });
});

describe('areas', () => {
  const { homes } = buildCountry();
  const inside = (dataset: string, keep: (row: string) => boolean): number => {
    const rings = text(dataset)
      .split('\n')
      .filter(keep)
      .flatMap((row) => [...row.matchAll(/\(\(([^()]+)\)\)/g)].map((match) => match[1]!))
      .map((ring) => ring.split(',').map((point) => point.split(' ').map(Number) as [number, number]));
    return homes.filter((home) => rings.some((ring) => contains(ring, home.longitude, home.latitude))).length;
  };

  it('puts some homes within designations and others outside', () => {
    for (const [dataset, row] of [
      ['conservation-area', /Xanbury Old Quay/],
      ['article-4-direction-area', /houses in multiple occupation/],
      ['flood-risk-zone', /Coastal Events/],
    ] as const) {
      const count = inside(dataset, (line) => row.test(line));
      expect(count, dataset).toBeGreaterThan(20);
      expect(count, dataset).toBeLessThan(700);
    }
    const zone3 = inside('flood-risk-zone', (line) => /,3,Coastal/.test(line));
    expect(zone3).toBeGreaterThan(10);
    expect(inside('flood-risk-zone', (line) => /,2,Coastal/.test(line))).toBeGreaterThan(zone3);
  });

  it('names sample homes inside and outside the designations in its files', () => {
    const samples = sandboxSamples();
    const at = (uprn: number) => homes.find((home) => home.uprn === uprn)!;
    const rings = (dataset: string, keep: RegExp) =>
      text(dataset)
        .split('\n')
        .filter((row) => keep.test(row))
        .flatMap((row) => [...row.matchAll(/\(\(([^()]+)\)\)/g)].map((match) => match[1]!))
        .map((ring) => ring.split(',').map((point) => point.split(' ').map(Number) as [number, number]));
    const lies = (uprn: number, dataset: string, keep = /./) =>
      rings(dataset, keep).some((ring) => contains(ring, at(uprn).longitude, at(uprn).latitude));
    expect(lies(samples.inConservationArea, 'conservation-area')).toBe(true);
    expect(lies(samples.outsideConservationAreas, 'conservation-area')).toBe(false);
    expect(lies(samples.inFloodZone3, 'flood-risk-zone', /,3,Coastal/)).toBe(true);
    expect(lies(samples.inFloodZone2, 'flood-risk-zone', /,3,Coastal/)).toBe(false);
    expect(lies(samples.inFloodZone2, 'flood-risk-zone', /,2,/)).toBe(true);
    expect(lies(samples.inArticle4Area, 'article-4-direction-area', /3L/)).toBe(true);
    expect(lies(samples.inGreenBelt, 'green-belt')).toBe(true);
  });

  it('writes shapes that a GeoJSON reader accepts', () => {
    let features = 0;
    for (const [path, bytes] of files) {
      if (!path.endsWith('.geojson')) continue;
      const collection = JSON.parse(bytes.toString('utf8')) as { features: { geometry: { type: string } }[] };
      features += collection.features.length;
      expect(
        collection.features.every(({ geometry }) => /^(Polygon|Point)$/.test(geometry.type)),
        path,
      ).toBe(true);
    }
    expect(features).toBeGreaterThan(100);
  });
});

describe('layouts', () => {
  it('gives price-paid sixteen quoted columns, and rows with C and D only in the monthly file', async () => {
    const bulk = await linesOf(pathOf('price-paid'));
    expect(bulk.every((line) => line.split('","').length === 16)).toBe(true);
    expect(new Set(bulk.map((line) => line.slice(-3)))).toEqual(new Set(['"A"']));
    expect(bulk.every((line) => !/"XS\d/.test(line))).toBe(true);
    const monthly = await linesOf(pathOf('price-paid', 1));
    expect(new Set(monthly.map((line) => line.slice(-3)))).toEqual(new Set(['"A"', '"C"', '"D"']));
  });

  it('begins the UPRN points with a byte order mark', () => {
    expect([...files.get(relative(folder, pathOf('os-open-uprn')))!.subarray(0, 3)]).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
  });

  it('puts two header rows on the Scottish certificates', async () => {
    const [codes, descriptions, first] = await linesOf(pathOf('epc-domestic', 2));
    expect(codes).toMatch(/^OSG_REFERENCE_NUMBER,/);
    expect(descriptions).toMatch(/^Unique Property Reference Number,/);
    expect(first).toMatch(/^(998\d{9})?,/);
  });

  it('gives no certificate a construction year after it was lodged', () => {
    const random = randomFor('age bands');
    const years = buildCountry().homes.flatMap((home) => Number(ageBand(home, '2016-05-01', random)) || []);
    expect(years.length).toBeGreaterThan(20);
    expect(Math.max(...years)).toBe(2016);
  });

  it('leaves the newest sales volumes of the price index blank', async () => {
    const [header, ...rows] = await linesOf(pathOf('uk-hpi'));
    const volume = header!.split(',').indexOf('SalesVolume');
    const blank = rows.filter((row) => row.split(',')[volume] === '').map((row) => row.slice(0, 10));
    expect(new Set(blank)).toEqual(new Set(['01/07/2026', '01/08/2026']));
    expect(rows.every((row) => row.split(',').length === 54)).toBe(true);
  });

  const real = sharedData();
  it.skipIf(!real)('has the headers of the publishers', async () => {
    const first = async (path: string): Promise<string> => (await linesOf(join(real!, path)))[0]!;
    expect(EPC_2026_HEADER.join(',')).toBe(await first('epc/domestic-2026-header.csv'));
    expect((await linesOf(pathOf('onspd')))[0]).toBe(await first('postcodes/onspd_2023layout_real_rows.csv'));
    const names = 'Doc/Code-Point_Open_Column_Headers.csv';
    expect(await linesOf(join(pathOf('code-point-open'), names))).toEqual(
      await linesOf(join(real!, 'postcodes/Code-Point_Open_Column_Headers.csv')),
    );
    expect(NAPTAN_HEADER.join(',')).toBe(await first('naptan/Stops_bristol_slice.csv'));
    expect(AIRBNB_HEADER.join(',')).toBe(await first('airbnb/listings-edinburgh-2021-12.csv'));
    expect(XANSHIRE_HMO_HEADER.join(',')).toBe(
      (await first('hmo/oxford_hmo-simplified-register.csv')).split('\r')[0],
    );
    const definition = (await linesOf(join(real!, 'listings/example_data.blm')))[5]!.split('|');
    expect(BLM_FIELDS.filter((name) => !definition.includes(name))).toEqual([]);
    const zipped = async (path: string): Promise<string> =>
      gunzipSync(await readFile(join(real!, path)))
        .toString('latin1')
        .split(/\r?\n/)[0]!;
    expect(POLICE_HEADER.join(',')).toBe(await zipped('police/2019-10-essex-street.csv.gz'));
    expect(LIST_OF_RENTS_HEADER.join(',')).toBe(await zipped('rents-lha/lha_list_of_rents.csv.gz'));
    expect((await linesOf(pathOf('nhs-ods')))[0]!.split('","').length).toBe(
      (await zipped('ods/epraccur.csv.gz')).split('","').length,
    );
    const flattened = (await first('planning-data/listed-building-outline-flattened.csv')).split(',');
    expect(PLANNING_DATA_COMMON.map((name) => name.replaceAll('-', '_'))).toEqual(flattened.slice(0, 13));
    const census = (await first('census2021/bulk/census2021-ts007-ltla.csv')).split('","').slice(0, 4);
    expect((await linesOf(pathOf('census-2021', 5)))[0]!.split('","').slice(0, 4)).toEqual(census);
    const schools = await linesOf(join(real!, 'schools/gias_example_schools_data.csv'));
    const columns = new Set(schools[0]!.replaceAll('"', '').split(','));
    const added =
      /^(SEN\d+|QABName|EstablishmentAccredited|QABReport|CHNumber|MSOA|LSOA|FSM|AccreditationExpiryDate)/;
    expect(GIAS_HEADER.filter((name) => !columns.has(name) && !added.test(name))).toEqual([]);
    expect(GIAS_HEADER.length).toBe(135);
    const dictionary = await readFile(join(real!, 'epc/official_domestic_data_dictionary.csv'), 'utf8');
    const defined = [...dictionary.matchAll(/^\d+,([A-Z_0-9]+),/gm)].map((match) => match[1]!);
    const older = new Set(EPC_OLDER_HEADER);
    expect(defined.length).toBeGreaterThan(80);
    expect(defined.filter((name) => name !== 'CERTIFICATE_NUMBER' && !older.has(name))).toEqual([]);
  });
});

describe('sandboxSamples', () => {
  it('gives the same sales as the files', async () => {
    const { house } = sandboxSamples();
    const bulk = text('price-paid');
    for (const sale of house.sales) {
      expect(bulk).toContain(`"{${sale.transaction_id.toUpperCase()}}","${sale.price}","${sale.date} 00:00"`);
    }
    expect(house.sales.length).toBeGreaterThanOrEqual(3);
    expect(text('address-list')).toContain(`${house.uprn},"${house.address}",${house.postcode}`);
  });

  it('names a sparse outcode, a block of flats and homes without records', () => {
    const samples = sandboxSamples();
    expect(samples.sparse.sales).toBe(3);
    expect(samples.block.flat_uprns).toContain(samples.flat.uprn);
    expect(samples.flat.parent_uprn).toBe(samples.block.uprn);
    expect(samples.bare.sales).toEqual([]);
    expect(samples.bare.floor_area_sqm).toBeNull();
    expect(samples.unsoldWithFloorArea.floor_area_sqm).toBeGreaterThan(0);
    expect(samples.additionalSale.sales.map((sale) => sale.category)).toEqual(['additional']);
    expect(samples.wrongPostcode.wrong.postcode).not.toBe(samples.wrongPostcode.postcode);
    expect(samples.scottishFlat.country).toBe('Scotland');
    expect(text('onspd')).not.toContain(samples.unknown.postcode);
  });

  it('has resale prices that follow the published index', () => {
    const { homes, salesByUprn } = buildCountry();
    const errors = { indexed: [] as number[], bare: [] as number[] };
    for (const home of homes) {
      const sales = (salesByUprn.get(home.uprn) ?? []).filter(
        (sale) => sale.category === 'A' && !sale.oddity,
      );
      for (let i = 1; i < sales.length; i += 1) {
        const [before, after] = [sales[i - 1]!, sales[i]!];
        const { authority } = home.street.settlement;
        const grown =
          logIndex(authority, home.type, monthNumber(after.date)) -
          logIndex(authority, home.type, monthNumber(before.date));
        const ratio = Math.log(after.price / before.price);
        errors.indexed.push(Math.abs(ratio - grown));
        errors.bare.push(Math.abs(ratio));
      }
    }
    expect(errors.indexed.length).toBeGreaterThan(1_000);
    expect(median(errors.indexed)).toBeLessThan(0.1);
    expect(median(errors.bare)).toBeGreaterThan(2 * median(errors.indexed));
  });
});

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
