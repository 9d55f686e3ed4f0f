import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { EDITIONS, editionOf, madeByOtherEdition, sameEdition, withEdition } from './editions.ts';

const PACKAGES = join(import.meta.dirname, '../..');
const linking = ['link.ts', 'keys.query.ts'].map((file) => `builds/src/linking/${file}`);
const packing = ['build.query.ts', 'records.ts'].map((file) => `builds/src/packed-points/${file}`);
const geography = ['cells.ts', 'crs.ts', 'grid.ts'].map((file) => `geography/src/${file}`);
const fits = withImports(
  readdirSync(join(PACKAGES, 'valuation/src/fit'))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => `valuation/src/fit/${file}`),
);

/**
 * Build -> the files whose code determines its rows. The code that reads and matches addresses has its own tests:
 * address-search/src/edition.test.ts and linking/matching-edition.test.ts.
 */
const MADE_BY: Record<keyof typeof EDITIONS, string[]> = {
  postcodes: ['builds/src/rebuilds/postcodes.query.ts'],
  addresses: [
    'builds/src/rebuilds/addresses.query.ts',
    'builds/src/rebuilds/missing-postcodes.query.ts',
    'db/sql/address_street.sql',
    'db/sql/all_address_records.sql',
  ],
  address_index: ['db/sql/address_documents_with.sql'],
  links: [...linking, 'builds/src/linking/changed.ts', 'builds/src/linking/sales.query.ts'],
  lettings: [...linking, 'builds/src/linking/lettings.query.ts'],
  short_lets: ['builds/src/rebuilds/short-lets.query.ts'],
  small_areas: ['builds/src/rebuilds/small-areas.query.ts'],
  place_points: ['builds/src/rebuilds/place-points.query.ts'],
  place_squares: packing,
  osm_squares: packing,
  coverage: ['builds/src/rebuilds/coverage.query.ts'],
  broadband_areas: ['builds/src/rebuilds/broadband.query.ts'],
  crime: ['builds/src/rebuilds/crime.query.ts'],
  planning_applications: ['builds/src/rebuilds/planning-applications.query.ts'],
  hmo_licences: ['builds/src/linking/licences.query.ts'],
  areas: [
    'builds/src/area-members/members.ts',
    'builds/src/area-members/members.query.ts',
    'geography/src/contain.ts',
    ...geography,
  ],
  market_areas: ['builds/src/rebuilds/market-areas.query.ts'],
  listings: [...linking, 'builds/src/linking/listings.query.ts', ...geography],
  market: ['bedrooms.ts', 'build.query.ts', 'median-prices.query.ts', 'records.ts', 'usable.ts'].map(
    (file) => `builds/src/packed-sales/${file}`,
  ),
  valuations: [
    ...['evidence.query.ts', 'fit-area.ts', 'publish.query.ts', 'read-area.ts'].map(
      (file) => `builds/src/valuations/${file}`,
    ),
    ...fits,
  ],
};

/** The files and all files of their package that they import, directly or not. */
function withImports(files: readonly string[]): string[] {
  const read = new Set(files);
  for (const file of read) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(PACKAGES, file), 'utf8'));
    for (const { fileName } of importedFiles)
      if (fileName.startsWith('.')) read.add(join(dirname(file), fileName));
  }
  return [...read].sort();
}

/** A hash of the code of files, without comments and white space. */
function sumOf(files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of files) {
    const text = readFileSync(join(PACKAGES, file), 'utf8');
    const bare = file.endsWith('.sql')
      ? text.replace(/--.*$/gm, '')
      : ts.transpileModule(text, {
          compilerOptions: {
            removeComments: true,
            target: ts.ScriptTarget.ESNext,
            module: ts.ModuleKind.ESNext,
          },
        }).outputText;
    sum.update(bare.replace(/\s+/g, ''));
  }
  return sum.digest('hex').slice(0, 12);
}

it('has a new edition number for each build whose code changed, so that no old rows stay', () => {
  const sums = Object.entries(MADE_BY).map(([name, files]) => {
    const { own } = EDITIONS[name as keyof typeof EDITIONS];
    return [name, `edition ${own}, made by ${sumOf(files)}`];
  });
  // If a hash differs, raise `own` in editions.ts too, unless the same loads give the same rows as before.
  expect(Object.fromEntries(sums)).toMatchInlineSnapshot(`
    {
      "address_index": "edition 19, made by cf98937f0783",
      "addresses": "edition 2, made by a1edadf98729",
      "areas": "edition 3, made by 5abe0b7dccb3",
      "broadband_areas": "edition 1, made by a05a779d708d",
      "coverage": "edition 0, made by a44566cedc0c",
      "crime": "edition 4, made by badf09918799",
      "hmo_licences": "edition 34, made by 7ce462d6c1e5",
      "lettings": "edition 15, made by 5b369e625bd5",
      "links": "edition 15, made by f0d64e398eb2",
      "listings": "edition 17, made by 458bef953019",
      "market": "edition 4, made by 6f80ed00cd0a",
      "market_areas": "edition 1, made by ca59c2577bbf",
      "osm_squares": "edition 0, made by 9974742182e8",
      "place_points": "edition 0, made by bc759b61efb1",
      "place_squares": "edition 0, made by 9974742182e8",
      "planning_applications": "edition 7, made by e488a1a2e7bc",
      "postcodes": "edition 0, made by 1789b5e52f20",
      "short_lets": "edition 2, made by 103841d0b3cf",
      "small_areas": "edition 1, made by 61e4fea90dff",
      "valuations": "edition 25, made by 0441d07e4647",
    }
  `);
});

it('ties the edition of valuations to the rules that the fit shares with requests', () => {
  for (const shared of ['own-sales.ts', 'usable-sales.ts', 'known-home.ts', 'math/quantile.ts'])
    expect(MADE_BY.valuations).toContain(`valuation/src/${shared}`);
});

it('raises the edition of a build with the edition of each build that it reads', () => {
  expect(editionOf('areas of radon')).toBe(EDITIONS.areas.own + EDITIONS.addresses.own);
  expect(editionOf('market_areas')).toBe(editionOf('areas of radon') + EDITIONS.market_areas.own);
});

it('reads from the record of a build whether another edition made it, even if an earlier version recorded no edition', () => {
  const now = withEdition('broadband_areas', 'onspd:2 ofcom-broadband:3');
  expect(madeByOtherEdition({ name: 'broadband_areas', inputs: now })).toBe(false);
  expect(madeByOtherEdition({ name: 'broadband_areas', inputs: 'onspd:2 ofcom-broadband:3' })).toBe(true);
  expect(madeByOtherEdition({ name: 'postcodes', inputs: 'onspd:2' })).toBe(false);
  expect(madeByOtherEdition({ name: 'of a version to come', inputs: 'onspd:2 edition:9' })).toBe(false);
  expect(sameEdition(now, 'onspd:9 ofcom-broadband:9')).toBe(false);
  expect(sameEdition(now, withEdition('broadband_areas', 'onspd:9'))).toBe(true);
});

it('never counts a build without loads, which has no rows, as one of another edition', () => {
  for (const name of Object.keys(EDITIONS) as (keyof typeof EDITIONS)[]) {
    const build = name === 'areas' ? ('areas of radon' as const) : name;
    expect(madeByOtherEdition({ name: build, inputs: withEdition(build, '') }), name).toBe(false);
  }
});
