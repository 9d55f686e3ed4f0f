import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadOptions, load, remove } from '@domesday/builds';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { writeSandbox } from '@domesday/sandbox';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedZip } from './stored-zip.ts';

let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-rents-'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() =>
  database.db.query(
    `truncate private_rents, lha_rates, lha_rents, brma_postcodes, brmas, lettings, dataset_loads, dataset_rejects`,
  ),
);

async function loadText(dataset: string, name: string, text: string | Uint8Array, more: LoadOptions = {}) {
  const path = join(scratch, name);
  await writeFile(path, text);
  return load(database.db, dataset, [path], { home: scratch, ...more });
}
const rows = async (sql: string) => (await database.db.query(sql)).rows;
const reasons = async () =>
  (await rows('select line, reason from dataset_rejects order by line')).map((r) => `${r.line} ${r.reason}`);

describe('the sandbox files', () => {
  it.each(['private-rents', 'lha-rates', 'lha-list-of-rents', 'brma-lookup', 'operator-lettings'])(
    'are read without a refused row as %s',
    async (dataset) => {
      const { files } = await writeSandbox(join(scratch, dataset), { datasets: [dataset] });
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const result = await load(database.db, dataset, [file.path], {
          home: scratch,
          ...(file.mapping ? { mapping: file.mapping } : {}),
        });
        expect(result).toMatchObject({ status: 'published', rows_read: file.rows, rows_rejected: 0 });
        expect(result.rows_published).toBeGreaterThan(0);
      }
    },
  );
});

describe('private-rents', () => {
  const header =
    'Made-up title,,,,\n"A note, in words",,,,\nTime period,Area code,Area name,Region or country name,Index,Monthly change,Annual change,Rental price,Index one bed,Annual change one bed,Rental price one bed,Rental price semidetached,Rental price detached\n';

  it('reads each segment from its own column, and marks in brackets as no figure', async () => {
    await loadText(
      'private-rents',
      'made-up-index.csv',
      `${header}2026-01-01,E07999001,Xanshire,X,110.5,0.1,[x],950,101,3.5,700,1010,1300\n` +
        '01/02/2026,E07999001,Xanshire,X,111,0.1,4.2,[x],[x],[x],[x],[x],[x]\n,,,,\n',
    );
    expect(
      await rows(
        `select month, segment, rent_pcm, index_value, annual_change_pct from private_rents order by month, segment`,
      ),
    ).toEqual([
      { month: '2026-01-01', segment: '1', rent_pcm: 700, index_value: 101, annual_change_pct: 3.5 },
      { month: '2026-01-01', segment: 'all', rent_pcm: 950, index_value: 110.5, annual_change_pct: null },
      {
        month: '2026-01-01',
        segment: 'detached',
        rent_pcm: 1300,
        index_value: null,
        annual_change_pct: null,
      },
      {
        month: '2026-01-01',
        segment: 'semi_detached',
        rent_pcm: 1010,
        index_value: null,
        annual_change_pct: null,
      },
      { month: '2026-02-01', segment: 'all', rent_pcm: null, index_value: 111, annual_change_pct: 4.2 },
    ]);
  });

  it('replaces the edition before, and records the rows that cannot be read', async () => {
    await loadText('private-rents', 'a.csv', `${header}2026-01-01,E07999001,Xanshire,X,1,1,1,950\n`);
    await loadText(
      'private-rents',
      'b.csv',
      `${header}2026-01-01,E07999001,Xanshire,X,1,1,1,960\nsoon,E07999001,Xanshire,X,1,1,1,1\n`,
    );
    expect(await rows(`select rent_pcm from private_rents`)).toEqual([{ rent_pcm: 960 }]);
    expect(await reasons()).toEqual(['5 The time period "soon" is not a month.']);
  });

  it('keys Scottish areas by their market area', async () => {
    await loadText('private-rents', 'c.csv', `${header}2026-01-01,S33999001,Xarrick and Firth,X,1,1,1,800\n`);
    expect(await rows(`select distinct brma_key from private_rents`)).toEqual([{ brma_key: 'xarrickfirth' }]);
  });

  it('refuses a file without the table, and names what is missing', async () => {
    await expect(loadText('private-rents', 'd.csv', 'Area code,Rental price\nE1,2\n')).rejects.toThrow(
      'Time period',
    );
  });
});

describe('lha-rates', () => {
  it('reads the two published layouts, with titles above and the year from title or file name', async () => {
    await loadText(
      'lha-rates',
      'made-up-scottish.csv',
      'Weekly Scottish LHA report for April 2024 to March 2025,,,,,\n\nBRMA Name,1 Bedroom Shared,1 Bedroom,2 Bedrooms,3 Bedrooms,4 Bedrooms\nXarrick & Firth,70.10,100,120.55,150,200\n\nMade up.,,,,,\n',
    );
    await loadText(
      'lha-rates',
      'made-up-england-2025-26.csv',
      'BRMA,CAT A,CAT B,CAT C,CAT D,CAT E\nXanbury Shore,80,110,"£1,120.55",160,210\n',
    );
    expect(
      await rows(`select * from lha_rates where category in ('A', 'C') order by year, category`),
    ).toMatchObject([
      {
        brma_key: 'xarrickfirth',
        year: 2024,
        category: 'A',
        weekly: 70.1,
        monthly: null,
        country: 'Scotland',
      },
      { brma_key: 'xarrickfirth', year: 2024, category: 'C', weekly: 120.55 },
      {
        brma_key: 'xanburyshore',
        year: 2025,
        category: 'A',
        weekly: 80,
        monthly: null,
        country: 'England',
      },
      { brma_key: 'xanburyshore', year: 2025, category: 'C', weekly: 1120.55 },
    ]);
  });

  it('stores a published monthly figure beside the weekly one, whichever is loaded first', async () => {
    const header = 'BRMA,CAT A,CAT B,CAT C,CAT D,CAT E\n';
    const weekly = `${header}Xanbury Shore,80,110,120,160,210\n`;
    const monthly = `Monthly rates from April 2025\n${header}Xanbury Shore,346.99,476,520,693,910\n`;
    for (const order of [
      [weekly, monthly],
      [monthly, weekly],
    ]) {
      await database.db.query('truncate lha_rates');
      for (const [i, text] of order.entries()) {
        await loadText('lha-rates', `made-up-wales-2025-26-${i}.csv`, text, { force: true });
      }
      expect(await rows(`select weekly, monthly from lha_rates where category = 'A'`)).toEqual([
        { weekly: 80, monthly: 346.99 },
      ]);
    }
  });

  it('refuses a table that does not say its year', async () => {
    await expect(
      loadText('lha-rates', 'rates.csv', 'BRMA,CAT A,CAT B,CAT C,CAT D,CAT E\nX,1,2,3,4,5\n'),
    ).rejects.toThrow('which year');
  });

  it('reads an OpenDocument sheet with repeated cells and rows', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const number = (value: number, more = '') =>
      `<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>£${value}</text:p></table:table-cell>`;
    const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
      <table:table table:name="Notes"><table:table-row>${cell('Made up &amp; short')}</table:table-row></table:table>
      <table:table table:name="Weekly 2026-27"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>${['BRMA', 'CAT A', 'CAT B', 'CAT C', 'CAT D', 'CAT E'].map(cell).join('')}</table:table-row>
      <table:table-row>${cell('Trexwyn Bay')}${number(70)}${number(95.5, ' table:number-columns-repeated="4"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
      <table:table-row>${cell('Xelford')}${cell('none')}${number(9, ' table:number-columns-repeated="4"')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
      </office:spreadsheet></office:body></office:document-content>`;
    const zip = storedZip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content,
    });
    const result = await loadText('lha-rates', 'made-up.ods', zip);
    expect(result).toMatchObject({ rows_read: 2, rows_rejected: 1 });
    expect(await rows(`select year, category, weekly from lha_rates order by category`)).toEqual([
      { year: 2026, category: 'A', weekly: 70 },
      ...['B', 'C', 'D', 'E'].map((category) => ({ year: 2026, category, weekly: 95.5 })),
    ]);
    expect(await reasons()).toEqual([
      '5 The rate "none" of category A is not an amount above £0 and up to £2,000.',
    ]);
  });
});

describe('brma-lookup', () => {
  it('reads both known headers, skips Northern Ireland and refuses sectors', async () => {
    await loadText(
      'brma-lookup',
      'made-up.csv',
      'country,PCD,PCD2,PCDS,brma,brma_name\nE,XE1 2AB,XE1  2AB,XE1 2AB,9991,Xanbury Shore\nN,BT1 1AA,BT1  1AA,BT1 1AA,208,Xelfast\nE,XE12,XE1 2,XE1 2,9991,Xanbury Shore\n',
    );
    await loadText('brma-lookup', 'made-up-2.csv', 'postcode,brma_code,brma\nxe12ac,9992,Xelford & Fen\n');
    expect(await rows('select postcode, brma_key from brma_postcodes order by 1')).toEqual([
      { postcode: 'XE1 2AB', brma_key: 'xanburyshore' },
      { postcode: 'XE1 2AC', brma_key: 'xelfordfen' },
    ]);
    expect(await rows('select name, code from brmas order by 1')).toEqual([
      { name: 'Xanbury Shore', code: '9991' },
      { name: 'Xelford & Fen', code: '9992' },
    ]);
    expect((await reasons()).length).toBe(1);
  });

  it.each([
    ['RENFREWSHIRE_AND_INVERCLYDE', 'Renfrewshire/Inverclyde'],
    ['ABERDEEN_AND_SHIRE', 'Aberdeen & Shire'],
    ['DOVER_SHEPWAY', 'Dover-Shepway BRMA'],
    ['KINGS_LYNN', 'Kings Lynn'],
  ])('reads %s and %s as one area', (a, b) => expect(brmaKey(a)).toBe(brmaKey(b)));

  it('gives different areas different keys', () => {
    expect(brmaKey('Outer South London')).not.toBe(brmaKey('Outer South East London'));
    expect(brmaKey('Sunderland')).toBe('sunderland');
  });
});

describe('brma-boundaries', () => {
  it('places the postcodes that the look-up lacks, yields to the look-up, and replaces names of earlier editions', async () => {
    const { files } = await writeSandbox(join(scratch, 'boundaries'), { datasets: ['code-point-open'] });
    await load(database.db, 'code-point-open', [files[0]!.path], { home: scratch });
    const square = (x: number, y: number, name: string) => ({
      type: 'Feature',
      properties: { Name: name, LOCALITY_I: 9991 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [x, y],
            [x + 1, y],
            [x + 1, y + 1],
            [x, y + 1],
            [x, y],
          ],
        ],
      },
    });
    const [inside] = await rows(
      `select * from postcodes where latitude is not null order by postcode limit 1`,
    );
    const [x, y] = [Math.floor(inside.longitude), Math.floor(inside.latitude)];
    const all = await rows(
      `select postcode from postcodes where terminated_on is null
         and longitude between ${x} and ${x + 1} and latitude between ${y} and ${y + 1} order by 1`,
    );
    expect(all.length).toBeGreaterThan(1);
    await loadText(
      'brma-boundaries',
      'made-up.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [square(x, y, 'Xanbury & Shore')] }),
    );
    const placed = () => rows('select postcode, brma_key from brma_postcodes order by 1');
    expect(await placed()).toEqual(all.map(({ postcode }) => ({ postcode, brma_key: 'xanburyshore' })));
    await loadText('brma-lookup', 'a.csv', `postcode,brma\n${all[0].postcode},Xelford\n`);
    expect((await placed()).map((row) => row.brma_key)).toEqual([
      'xelford',
      ...all.slice(1).map(() => 'xanburyshore'),
    ]);

    const named = () => rows("select name, code from brmas where brma_key = 'xanburyshore'");
    const next = square(x, y, 'Xanbury and Shore');
    next.properties.LOCALITY_I = 9992;
    await loadText(
      'brma-boundaries',
      'next.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [next] }),
    );
    expect(await named()).toEqual([{ name: 'Xanbury and Shore', code: '9992' }]);
    await remove(database.db, 'brma-boundaries');
    expect(await named()).toEqual([]);
    expect(await placed()).toEqual([{ postcode: all[0].postcode, brma_key: 'xelford' }]);
    await database.db.query('truncate code_point_postcodes, postcodes, areas, derived_builds');
  });
});

describe('operator-lettings', () => {
  const header = 'Ref,Home,Code,Kind,Beds,Room,Amount,Per,Agreed,Since\n';
  const mapping = {
    columns: {
      reference: 'Ref',
      address: 'Home',
      postcode: 'Code',
      property_type: 'Kind',
      bedrooms: 'Beds',
      room_type: 'Room',
      rent: 'Amount',
      rent_period: 'Per',
      let_on: 'Agreed',
      advertised_on: 'Since',
    },
  };

  it('reads mapped columns: weekly rents as monthly, words as types, a blank letting day as still to let', async () => {
    await loadText(
      'operator-lettings',
      'made-up.csv',
      `${header}1,1 Cod Lane,xe12ab,Terraced house,2,,"£1,200",pcm,03/02/2026,10/01/2026\n2,2 Cod Lane,XE1 2AB,,,Double room with en-suite,150,pw,,2026-01-05\n3,3 Cod Lane,nowhere,,,,1,pcm,,2026-01-05\n4,4 Cod Lane,XE1 2AB,,,,100,per moon,,2026-01-05\n5,5 Cod Lane,XE1 2AB,,,,900,pcm,,\n`,
      { mapping },
    );
    expect(
      await rows(
        'select reference, address, postcode, property_type, bedrooms, room_type, rent_pcm, let_on, advertised_on from lettings order by 1',
      ),
    ).toEqual([
      {
        reference: '1',
        address: '1 COD LANE',
        postcode: 'XE1 2AB',
        property_type: 'terraced',
        bedrooms: 2,
        room_type: null,
        rent_pcm: 1200,
        let_on: '2026-02-03',
        advertised_on: '2026-01-10',
      },
      {
        reference: '2',
        address: '2 COD LANE',
        postcode: 'XE1 2AB',
        property_type: null,
        bedrooms: null,
        room_type: 'double_ensuite',
        rent_pcm: 650,
        let_on: null,
        advertised_on: '2026-01-05',
      },
    ]);
    expect((await reasons()).map((r) => r.slice(0, 1))).toEqual(['4', '5', '6']);
  });

  it('replaces the row of a reference that is loaded again', async () => {
    await loadText('operator-lettings', 'a.csv', `${header}1,1 Cod Lane,XE1 2AB,,2,,900,pcm,,2026-01-05\n`, {
      mapping,
    });
    await loadText(
      'operator-lettings',
      'b.csv',
      `${header}1,1 Cod Lane,XE1 2AB,,2,,950,pcm,2026-03-05,2026-01-05\n`,
      {
        mapping,
      },
    );
    expect(await rows('select rent_pcm, let_on from lettings')).toEqual([
      { rent_pcm: 950, let_on: '2026-03-05' },
    ]);
  });

  it('links a letting without a UPRN to its home, and places every letting', async () => {
    for (const dataset of ['code-point-open', 'address-list', 'operator-lettings']) {
      const { files } = await writeSandbox(join(scratch, `linked-${dataset}`), { datasets: [dataset] });
      for (const file of files) {
        await load(database.db, dataset, [file.path], {
          home: scratch,
          ...(file.mapping ? { mapping: file.mapping } : {}),
        });
      }
    }
    const [counts] = await rows(
      `select count(*) filter (where uprn_method = 'feed') as feed,
              count(*) filter (where uprn_method = 'address_match') as matched,
              count(*) filter (where uprn is null) as unlinked,
              count(*) filter (where position is null) as unplaced from lettings`,
    );
    expect(counts.matched).toBeGreaterThan(5 * counts.unlinked);
    expect(counts.unplaced).toBe(0);
    const wrong = await rows(
      `select l.address, a.address as home from lettings l join addresses a on a.uprn = l.uprn
        where l.uprn_method = 'address_match' and a.address not like l.address || '%'`,
    );
    expect(wrong).toEqual([]);
    await database.db.query(
      'truncate code_point_postcodes, postcodes, address_records, address_record_packs, addresses, derived_builds',
    );
  });

  it('names the column of the mapping that the file lacks', async () => {
    await expect(
      loadText('operator-lettings', 'c.csv', 'Ref,Home,Code,Per\n1,2,3,4\n', { mapping }),
    ).rejects.toThrow('Amount');
  });
});
