import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { registry } from '@domesday/datasets/registry';
import { PART } from '@domesday/loading/repeated.query';
import { writeSandbox } from '@domesday/sandbox';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedZip } from './stored-zip.ts';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const REGISTER = {
  local_authority_code: 'E06999001',
  columns: { address: 'Property', licence_number: 'No' },
};
/** Each dataset whose rows have no key: its table, and a file that has a row twice. */
const KEYLESS: Record<string, [table: string, text: string]> = {
  'airbnb-reviews': ['short_let_reviews', 'listing_id,date\n7,2026-01-02\n7,2026-01-02\n8,2026-02-03\n'],
  'census-2022': [
    'area_figures',
    'Age UV103\nCounting,Data Zone,Age,Count\nPersons,S01999001,Under 1,4\nPersons,S01999001,1,4\nPersons,S01999001,2,5\n',
  ],
  'hmo-register': ['hmo_licences', 'Property,No\n"1 Cod Lane, XE1 1AA",\n"1 Cod Lane, XE1 1AA",\nX,2\n'],
  'lha-list-of-rents': [
    'lha_rents',
    'weekly_rent,year,brma,lha_category,region\n90,2025,XELFORD,B,X\n90,2025,XELFORD,B,X\n120,2025,XELFORD,B,X\n',
  ],
  'police-crime': [
    'crime_counts',
    'Month,Falls within,LSOA code,Crime type\n2026-01,X,E01999001,Drugs\n2026-01,X,E01999001,Drugs\n2026-01,X,,Drugs\n',
  ],
  'schools-scotland': [
    'schools',
    'SeedCode,SchoolName,SchoolType,PupilRoll\n5999001,Cod Academy,Primary,30\n5999001,Cod Academy,Primary,30\n5999002,Ling School,Special,12\n',
  ],
};

it('the table of this test lists every dataset whose rows have no key', () => {
  const keyless = Object.values(registry).filter(
    ({ keyless, wholeFile, staging }) => keyless || (!wholeFile && staging.some(({ name }) => name === PART)),
  );
  expect(keyless.map(({ id }) => id as string).sort()).toEqual(Object.keys(KEYLESS).sort());
});

it.each(Object.entries(KEYLESS))(
  'serves the same rows of %s from a file, from a file that contains itself twice, and from two that overlap',
  async (dataset, [table, text]) => {
    const options = {
      force: true,
      skipDerived: true,
      ...(table === 'hmo_licences' ? { mapping: REGISTER } : {}),
    };
    const served = async (texts: string[]) => {
      await s.rows(`truncate ${table}`);
      const paths = await Promise.all(
        texts.map((one, i) =>
          s.file(one, join(`${dataset}-${texts.length}-${one.length}`, `${i}`, 'UV103_2026-01.csv')),
        ),
      );
      await s.load(dataset, paths, options);
      return s.rows(
        `select to_jsonb(t) - '{id,load_id}'::text[] as row from ${table} t order by (to_jsonb(t) - '{id,load_id}'::text[])::text`,
      );
    };
    const once = await served([text]);
    expect(once.length).toBeGreaterThan(0);
    expect(await served([text + text])).toEqual(once);
    const without_last = `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`;
    expect(await served([without_last, text])).toEqual(once);
  },
);

it('says how many rows are in several files', async () => {
  const [, text] = KEYLESS['lha-list-of-rents']!;
  const { checks } = await s.loadText('lha-list-of-rents', text + text, { force: true });
  expect(checks.find(({ name }) => name === 'repeated')).toMatchObject({
    status: 'warn',
    detail: '3 rows stand in several of the files, or again below a second header, and count once.',
  });
});

it('reads a file only once if a copy lies beside it, and says so', async () => {
  const areas = Array.from({ length: 60 }, (_, i) => ({
    type: 'Feature',
    properties: { reference: `CA${i}`, name: `Cod Lane ${i}` },
    geometry: { type: 'Point', coordinates: [-1.5, 53 + i / 1000] },
  }));
  const text = JSON.stringify({ type: 'FeatureCollection', features: areas });
  const folder = join(s.folder, 'areas');
  await mkdir(folder, { recursive: true });
  for (const name of ['areas (1).geojson', 'areas.geojson']) await writeFile(join(folder, name), text);
  const mapping = { kind: 'conservation-area' };
  const result = await s.load('planning-data', [folder], { mapping, skipDerived: true });
  expect(result.rows_published).toBe(60);
  expect(result.checks.find(({ name }) => name === 'passed_over')?.detail).toContain(
    'areas.geojson: Its content is that of areas (1).geojson.',
  );
});

it('serves the same areas from a file, from a file that contains itself twice, and from two that overlap', async () => {
  const header = 'reference,name,geometry\n';
  const ring = (x: number) => `"POLYGON ((${x} 52, ${x} 52.01, ${x + 0.01} 52, ${x} 52))"`;
  const [first, ...more] = [
    `CA1,Cod Lane,${ring(-1.5)}\n`,
    `CA1,Ling Lane,${ring(-1.5)}\n`,
    `CA2,Eel Lane,${ring(-1.3)}\n`,
  ];
  const text = header + first + more.join('');
  const served = async (texts: string[]) => {
    const paths = await Promise.all(
      texts.map((one, i) => s.file(one, join(`areas-${texts.length}`, `${i}`, 'a.csv'))),
    );
    const mapping = { kind: 'conservation-area' };
    const result = await s.load('planning-data', paths, {
      mapping,
      replace: true,
      force: true,
      skipDerived: true,
    });
    const areas = await s.rows(
      `select reference, name, area_sqm from areas where kind = 'conservation-area' order by 1, 2`,
    );
    return { areas, repeated: result.checks.find(({ name }) => name === 'repeated')?.detail };
  };
  const once = await served([text]);
  expect(once.areas).toHaveLength(3);
  expect(once.repeated).toBeUndefined();
  const withRepeated = (rows: string) => ({ ...once, repeated: expect.stringContaining(rows) });
  expect(await served([text + text])).toEqual(withRepeated('3 rows stand'));
  expect(await served([header + first, text])).toEqual(withRepeated('1 row stands'));
});

it('reads a sheet whose last cells are blank, which a workbook does not store', async () => {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const row = (...texts: string[]) => `<table:table-row>${texts.map(cell).join('')}</table:table-row>`;
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Sheet1">${row('Month', 'Falls within', 'LSOA code', 'Crime type', 'Context')}${row('2026-02', 'X', 'E01999001', 'Drugs')}${row('2026-02', 'X', 'E01999001', 'Drugs', 'seen')}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const ods = storedZip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
  });
  const result = await s.loadText('police-crime', ods, { name: 'crime.ods', skipDerived: true });
  expect(result).toMatchObject({ rows_read: 2, rows_rejected: 0 });
});

const id = (n: number) => `{AAAAAAAA-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const sale = (n: number, day: string) =>
  `"${id(n)}","250000","${day}","XE1 1AA","T","N","F","${n}","","COD LANE","","XANBURY","XANSHIRE","XANSHIRE","A","A"\n`;
const sales = (days: string[]) => days.map((day, n) => sale(n, day)).join('');

it('refuses a file with days that could be read with the month first, even if forced, and loads a file with one slip', async () => {
  const british = Array.from({ length: 20 }, (_, i) => `${i + 10}/02/2024`.replace('30/02', '28/02'));
  const load = (name: string, days: string[]) =>
    s.loadText('price-paid', sales(days), { name, force: true, skipDerived: true });
  const expected_message =
    'american.csv writes days with the month first, such as 2/28/2024, so that 2/5/2024 may be of either';
  await expect(load('american.csv', ['2/5/2024', '2/28/2024'])).rejects.toThrow(expected_message);
  await expect(load('mixed.csv', [...british, '2/5/2024', '2/28/2024', '2/27/2024'])).rejects.toThrow(
    'mixed.csv writes days with the month first',
  );
  expect((await load('slip.csv', [...british, '5/2/2024', '2/28/2024'])).rows_rejected).toBe(1);
});

const areasDated = (days: string[]) =>
  `reference,name,start-date,geometry\n${days.map((day, n) => `D${n},Cod Lane,${day},"POLYGON ((-1.${n + 1} 52, -1.${n + 1} 52.01, -1.09 52, -1.${n + 1} 52))"\n`).join('')}`;
const messages = (days: string[], message: (day: string, n: number) => object) =>
  days.map((day, n) => JSON.stringify(message(day, n))).join('\n');
const DATED: Record<
  string,
  [name: string, text: (days: string[]) => string, mapping?: Record<string, unknown>]
> = {
  'planning-data': ['areas.csv', areasDated, { kind: 'green-belt' }],
  'planning-applications': [
    'planit.json',
    (days) =>
      JSON.stringify({
        records: days.map((day, n) => ({
          ...{ name: `X/${n}`, uid: `${n}`, description: 'A porch', address: '1 Cod Lane, XE1 1AA' },
          ...{ authority_name: 'Xanshire', start_date: day, link: `https://planit.example/${n}` },
        })),
      }),
  ],
  'listings-rtdf': [
    'messages.json',
    (days) =>
      messages(days, (day, n) => ({
        branch: { branch_id: 998, channel: 1 },
        property: {
          ...{ agent_ref: `R${n}`, status: 1, update_date: `${day} 10:00:00` },
          price_information: { price: 250_000 },
          address: { house_name_number: '1', address_2: 'Cod Lane', postcode_1: 'XE1', postcode_2: '1AA' },
        },
      })),
  ],
  'listings-zpg': [
    'messages.json',
    (days) =>
      messages(days, (day, n) => ({
        ...{ listing_reference: `Z${n}`, life_cycle_status: 'available', update_date: day },
        pricing: { transaction_type: 'sale', price: 250_000 },
        location: { property_number_or_name: '1', street_name: 'Cod Lane', postal_code: 'XE1 1AA' },
      })),
  ],
  'listings-blm': [
    'upload.blm',
    (days) =>
      `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^ADDRESS_1^POSTCODE1^POSTCODE2^TRANS_TYPE_ID^STATUS_ID^PRICE^BRANCH_ID^UPDATE_DATE^~\n#DATA#\n${days.map((day, n) => `B${n}^1 Cod Lane^XE1^1AA^1^0^250000^998^${day}^~\n`).join('')}#END#\n`,
  ],
};

it.each(Object.entries(DATED))(
  'refuses a file of %s, even if forced, with days that could be read with the month first',
  async (dataset, [name, text, mapping]) => {
    const load = (days: string[]) =>
      s.loadText(dataset, text(days), {
        name,
        force: true,
        skipDerived: true,
        ...(mapping ? { mapping } : {}),
      });
    await expect(load(['2/5/2024', '2/28/2024'])).rejects.toThrow(
      `${name} writes days with the month first, such as 2/28/2024, so that 2/5/2024 may be of either month.`,
    );
    expect((await load(['2/5/2024', '28/2/2024'])).rows_published).toBe(2);
  },
);

/** Datasets whose files each hold everything that is served, with a word of a row that differs in another edition. */
const WHOLE: Record<string, [word: RegExp, other: string]> = {
  'area-changes': [/(?<=,)U(?=,)/g, 'M'],
  ccod: [/ROAD|STREET|LANE|HEOL/g, 'WAY'],
  gias: [/School|Academy|College/g, 'Hall'],
  naptan: [/Street|Road|Station/g, 'Square'],
  'nhs-ods': [/SURGERY|MEDDYGFA/g, 'HOUSE'],
  'nhs-scotland': [/Surgery|Centre/g, 'House'],
  ocod: [/ROAD|STREET|LANE|CAE/g, 'WAY'],
  ofsted: [/Good|Strong standard/g, 'Outstanding'],
  'retail-points': [/Merrifare/g, 'Xanfare'],
  'schools-scotland': [/School|Academy/g, 'Hall'],
  'schools-wales': [/Ysgol/g, 'Coleg'],
};

/**
 * Datasets whose files each hold everything, or everything of a place: two editions of a file, one of which has an
 * additional record.
 */
const WHOLE_OF_A_PLACE: Record<string, [older: string, newer: string]> = {
  'code-point-open': [
    '"XE1 1AA",10,410000,410000,"E92000001","","","","E06999001","E05999001"\n"XE1 1AB",10,410000,410000,"E92000001","","","","E06999001","E05999001"\n',
    '"XE1 1AA",10,410001,410000,"E92000001","","","","E06999001","E05999001"\n',
  ],
  'hmo-register': [
    'Property,No,Kind\n1 Cod Lane,1,mandatory\n2 Cod Lane,2,\n',
    'Property,No,Kind\n1 Cod Lane,1,additional\n',
  ],
  'private-rents': ['900', '950'].map(
    (rent) => `Time period,Area code,Area name,Index,Rental price\nJan-2026,E06999001,Xanshire,100,${rent}\n`,
  ) as [string, string],
};

it('the tables of this test list every dataset of which one file has all records', () => {
  const whole = Object.values(registry).filter(({ wholeFile }) => wholeFile);
  const known = [...Object.keys(WHOLE), ...Object.keys(WHOLE_OF_A_PLACE)];
  expect(whole.map(({ id }) => id as string).sort()).toEqual(known.sort());
});

it.each(Object.entries(WHOLE_OF_A_PLACE))(
  'refuses two editions of %s in one load',
  async (dataset, texts) => {
    const paths = await Promise.all(
      texts.map((text, i) => s.file(text, join('place', dataset, `${i}`, 'xe.csv'))),
    );
    const mapping =
      dataset === 'hmo-register'
        ? { mapping: { ...REGISTER, columns: { ...REGISTER.columns, licence_type: 'Kind' } } }
        : {};
    await expect(s.load(dataset, paths, { ...mapping, skipDerived: true })).rejects.toThrow(
      'differ in 1 record that more than one of them has',
    );
  },
);

it('does not read a record that one file has twice as a sign of a second edition', async () => {
  const header = 'LSOA11CD,LSOA21CD,CHGIND,LAD22CD,LAD22NM\n';
  const row = (n: number, change: string) => `E0199900${n},E0199900${n},${change},E06999001,Xanshire\n`;
  const texts = [
    `${header}${row(1, 'U')}${row(1, 'M')}`,
    `${header}${row(1, 'M')}${row(1, 'U')}${row(2, 'U')}`,
  ];
  for (const [i, other] of [`${header}${row(2, 'U')}`, texts[1]!].entries()) {
    const paths = await Promise.all(
      [texts[0]!, other].map((text, n) => s.file(text, join('twice', `${i}${n}`, 'lsoa.csv'))),
    );
    const { checks } = await s.load('area-changes', paths, { skipDerived: true, force: true });
    expect(checks.find(({ name }) => name === 'editions')).toBeUndefined();
  }
});

it('refuses two editions of a dataset in one load, and reads records once that several files share', async () => {
  const { files } = await writeSandbox(join(s.folder, 'whole'), { datasets: Object.keys(WHOLE) as 'gias'[] });
  for (const [dataset, [word, other]] of Object.entries(WHOLE)) {
    const { path } = files.find((file) => file.dataset === dataset)!;
    const text = await readFile(path, 'latin1');
    const begin = text.indexOf('\n', text.length / 4);
    const writeBeside = async (name: string, changed: string) => {
      const beside = join(dirname(path), name, basename(path));
      await mkdir(dirname(beside), { recursive: true });
      await writeFile(beside, text.slice(0, begin) + changed, 'latin1');
      return beside;
    };
    const rest = text.slice(begin);
    const older = await writeBeside('older', rest.replace(word, other));
    if (dataset === 'gias') {
      const alike = await writeBeside('alike', `${rest.trimEnd()}\n\n`);
      const { checks } = await s.load(dataset, [path, alike], { skipDerived: true });
      expect(checks.find(({ name }) => name === 'editions')).toBeUndefined();
    }
    await expect(s.load(dataset, [older, path], { skipDerived: true }), dataset).rejects.toThrow(
      'The files are of several editions',
    );
  }
});
