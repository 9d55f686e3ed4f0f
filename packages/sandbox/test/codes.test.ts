import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sharedData } from '@domesday/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSandbox } from '../src/index.ts';

// No code of the fictional country is that of a real place, so that none of its rows can be mistaken for a real one.
let folder: string;
const texts = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-codes-'));
  await writeSandbox(folder, { datasets: 'all' });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    texts.set(relative(folder, path), plainText(path, await readFile(path)));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function plainText(path: string, bytes: Buffer): string {
  if (path.endsWith('.gz')) return gunzipSync(bytes).toString('latin1');
  if (!path.endsWith('.xlsx')) return bytes.toString('latin1');
  return Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n');
}

/** Every code in any file that matches a pattern, with the file that holds it. */
function found(shape: RegExp): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [path, text] of texts) for (const [code] of text.matchAll(shape)) codes.set(code, path);
  return codes;
}

/** The values of a column, by its header or, in a file without a header, by its number. */
function column(text: string, name: string | number): Set<string> {
  const [first, ...rest] = text.replace(/^(\uFEFF|ï»¿)/, '').split(/\r?\n|\r/);
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|[,\t])(?:"((?:[^"]|"")*)"|([^,\t]*))/g)].map((cell) => cell[1] ?? cell[2] ?? '');
  const at = typeof name === 'number' ? name : cells(first!).indexOf(name);
  if (at < 0) throw new Error(`There is no column ${name}.`);
  const lines = typeof name === 'number' ? [first!, ...rest] : rest;
  return new Set(lines.map((line) => cells(line)[at] ?? '').filter((value) => value !== ''));
}

function columnOf(folderName: string, name: string | number): string[] {
  const own = [...texts].filter(([path]) => path.startsWith(folderName) && !path.endsWith('.json'));
  const values = own.flatMap(([, text]) => [...column(text, name)]);
  expect(values.length, folderName).toBeGreaterThan(0);
  return values;
}

describe('codes of the fictional country', () => {
  it('are area codes with serial numbers from 999001, which the ONS has not issued, in every file', () => {
    const codes = found(/\b[EWSNKJLM]\d{8}\b/g);
    expect(codes.size).toBeGreaterThan(200);
    const issued = [...codes].filter(([code]) => !/^[EWS]\d\d999\d{3}$/.test(code) || /^.99/.test(code));
    expect(issued).toEqual([]);
    // Its nations are none of those that the ONS lists.
    for (const nation of ['E92000001', 'W92000004', 'S92000003', 'N92000002', 'K02000001', 'E99999999'])
      expect(codes.has(nation), nation).toBe(false);
    for (const nation of ['E92999001', 'W92999001', 'S92999001'])
      expect(codes.has(nation), nation).toBe(true);
  });

  it('are postcodes in areas that Royal Mail does not use, in every file', () => {
    const codes = found(/\b[A-Z]{1,2}\d[A-Z\d]? {0,2}\d[A-Z]{2}\b/g);
    expect(codes.size).toBeGreaterThan(300);
    expect([...codes].filter(([code]) => !/^X[EWS]\d *\d/.test(code))).toEqual([]);
  });

  it.each([
    ['os-open-uprn', 'UPRN', /^998\d{9}$/],
    ['address-list', 'UPRN', /^998\d{9}$/],
    ['hmlr-uprn-lookup', 0, /^\{?99800000-/i],
    ['hmlr-uprn-lookup', 1, /^998\d{9}$/],
    ['price-paid', 0, /^\{99800000-/],
    ['gias', 'URN', /^998\d{3}$/],
    ['gias', 'LA (code)', /^99\d$/],
    ['ofsted', 'URN', /^998\d{3}$/],
    ['schools-wales', 'School Number', /^699\d{4}$/],
    ['schools-scotland', 'SeedCode', /^998\d{4}$/],
    ['nhs-ods', 0, /^[PW]998\d\d$/],
    ['nhs-scotland/practice', 'PracticeCode', /^998\d\d$/],
    ['nhs-scotland/current', 'HospitalCode', /^X998H$/],
    ['naptan', 'ATCOCode', /^(0998\d{6}|9100(X[A-Z]+|TREXWYN))$/],
    ['brma-lookup', 'brma_code', /^999\d$/],
    ['lha-rates', 'BRMA', /x/i],
    ['ccod', 'Title Number', /^XX\d{6}$/],
    ['ccod', 'Company Registration No. (1)', /^998\d{5}$/],
    ['ocod', 'Title Number', /^XX\d{6}$/],
    ['police-crime', 'Reported by', /x/i],
    ['osm-points', '@id', /^998\d{11}$/],
    ['airbnb-listings', 'host_id', /^998\d{9}$/],
    ['planning-data', 'entity', /^998\d{6}$/],
    ['onspd', 'oslaua', /^[EWS]\d\d999\d{3}$/],
  ] as const)('are outside the issued range in %s, column %s', (dataset, name, shape) => {
    const values = columnOf(dataset, name).filter((value) => !value.startsWith('Row Count'));
    expect(values.filter((value) => !shape.test(value))).toEqual([]);
  });

  const real = sharedData();
  it.skipIf(!real)('are in no real published file', async () => {
    const read = async (path: string) => plainText(path, await readFile(join(real!, path)));
    const pairs = [
      ['schools/gias_example_schools_data.csv', 'URN', 'gias', 'URN'],
      ['schools/links_edubasealldata20250422.csv.gz', 'URN', 'gias', 'URN'],
      ['schools/scotland_school_roll_2023.csv.gz', 'SeedCode', 'schools-scotland', 'SeedCode'],
      [
        'schools/wales_address_list_plus_third_party_columns.csv.gz',
        'School Number',
        'schools-wales',
        'School Number',
      ],
      ['ods/epraccur.csv.gz', 0, 'nhs-ods', 0],
      ['naptan/Stops_bristol_slice.csv', 'ATCOCode', 'naptan', 'ATCOCode'],
      ['airbnb/listings-edinburgh-2021-12.csv', 'id', 'airbnb-listings', 'id'],
      ['airbnb/listings-edinburgh-2021-12.csv', 'host_id', 'airbnb-listings', 'host_id'],
      ['airbnb/bristol-2025-09-26-listings-summary.csv.gz', 'host_id', 'airbnb-listings', 'host_id'],
    ] as const;
    for (const [file, name, dataset, own] of pairs) {
      const issued = column(await read(file), name);
      expect(issued.size, file).toBeGreaterThan(10);
      expect(
        columnOf(dataset, own).filter((code) => issued.has(code)),
        file,
      ).toEqual([]);
    }
    const areas = found(/\b[EWS]\d{8}\b/g);
    for (const file of [
      'census2021/LSOA11_LSOA21_LAD22_EW.csv.gz',
      'census2021/bulk/census2021-ts007-ctry.csv',
      'census2021/bulk/census2021-ts007-rgn.csv',
      'imd/simd2020v2.csv.gz',
      'imd/msoa_IMD19_scores.csv.gz',
      'postcodes/onspd_2023layout_real_rows.csv',
    ]) {
      const issued = new Set((await read(file)).match(/\b[EWS]\d{8}\b/g));
      expect(issued.size, file).toBeGreaterThan(1);
      expect(
        [...areas.keys()].filter((code) => issued.has(code)),
        file,
      ).toEqual([]);
    }
  });
});
