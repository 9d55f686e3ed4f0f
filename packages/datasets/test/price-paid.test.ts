import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadError, load } from '@domesday/builds';
import { registry } from '@domesday/datasets/registry';
import type { TableModule } from '@domesday/loading/types';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = sharedData();
let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-price-paid-'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() => database.db.query('truncate sales, dataset_loads, dataset_rejects'));

const id = (n: number) => `0000AAAA-0000-0000-0000-${String(n).padStart(12, '0')}`;

/** One row as in the bulk file; made up. */
function bulk(n: number, change: Record<number, string> = {}, columns = 16): string {
  const fields = [
    `{${id(n)}}`,
    '250000',
    '2019-03-01 00:00',
    'XE1 2AB',
    'S',
    'N',
    'F',
    '8',
    '',
    'COD LANE',
    '',
    'HAVEN',
    'HAVEN',
    'SEASHIRE',
    'A',
    'A',
  ];
  for (const [at, value] of Object.entries(change)) fields[Number(at)] = value;
  return `${fields
    .slice(0, columns)
    .map((f) => `"${f}"`)
    .join(',')}\n`;
}

/** One row as in the search tool's export: bare identifier, SAON before PAON. */
function found(n: number, change: Record<number, string> = {}): string {
  const fields = [
    id(n),
    '300000',
    '2020-06-02',
    'XE1 2AB',
    'F',
    'N',
    'L',
    'FLAT 2',
    'PIER HOUSE',
    'COD LANE',
    '',
    'HAVEN',
    'HAVEN',
    'SEASHIRE',
    'A',
    `http://example.org/${id(n)}/current`,
  ];
  for (const [at, value] of Object.entries(change)) fields[Number(at)] = value;
  return `${fields.map((f) => `"${f}"`).join(',')}\n`;
}
const HEADER =
  'unique_id,price_paid,deed_date,postcode,property_type,new_build,estate_type,saon,paon,street,locality,town,district,county,transaction_category,linked_data_uri';

let count = 0;
async function file(text: string | Buffer, name = `made-up-${count++}.csv`): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, text);
  return path;
}
/** Derived tables are not tested here, so they are not built. */
const options = () => ({ home: scratch, skipDerived: true });
const loadText = async (text: string, more = {}) =>
  load(database.db, 'price-paid', [await file(text)], { ...options(), ...more });
const sales = async (columns = '*') =>
  (await database.db.query(`select ${columns} from sales order by transaction_id`)).rows;

describe('price-paid', () => {
  it('reads bulk files of 16 and of 15 columns, with PAON before SAON', async () => {
    await loadText(bulk(1, { 7: 'PIER HOUSE', 8: 'FLAT 2' }) + bulk(2, {}, 15));
    expect(
      await sales('price, date, postcode, property_type, new_build, tenure, saon, paon, category'),
    ).toEqual([
      {
        price: 250000,
        date: '2019-03-01',
        postcode: 'XE1 2AB',
        property_type: 'semi_detached',
        new_build: false,
        tenure: 'Freehold',
        saon: 'FLAT 2',
        paon: 'PIER HOUSE',
        category: 'standard',
      },
      {
        price: 250000,
        date: '2019-03-01',
        postcode: 'XE1 2AB',
        property_type: 'semi_detached',
        new_build: false,
        tenure: 'Freehold',
        saon: null,
        paon: '8',
        category: 'standard',
      },
    ]);
  });

  it('reads days as a spreadsheet saves them, and names a day that it cannot read', async () => {
    await loadText(bulk(1, { 2: '01/03/2019 00:00' }).replaceAll('"', '').replaceAll(',', ';'));
    await loadText(`${HEADER}\n${found(2, { 2: '02/06/2020' })}`);
    expect(await sales('date')).toEqual([{ date: '2019-03-01' }, { date: '2020-06-02' }]);
    await expect(loadText(bulk(3, { 2: '43525' }))).rejects.toThrow(
      'its dates, such as "43525", are not days. Write days as 2024-02-28 or 28/02/2024.',
    );
  });

  it('reads named columns in any order', async () => {
    const turned = (line: string) => `${line.trimEnd().split(',').reverse().join(',')}\n`;
    const result = await loadText(turned(HEADER) + turned(found(1)) + turned(found(2)));
    expect(result).toMatchObject({ rows_published: 2, rows_rejected: 0, newest_record: '2020-06-02' });
    expect(await sales('saon, paon')).toEqual([
      { saon: 'FLAT 2', paon: 'PIER HOUSE' },
      { saon: 'FLAT 2', paon: 'PIER HOUSE' },
    ]);
  });

  it.each([
    ['present', `${HEADER}\n`],
    ['glued to the first row', HEADER],
    ['missing', ''],
    ['present and quoted', `"${HEADER.replaceAll(',', '","')}"\r\n`],
  ])('reads the search tool’s export, SAON before PAON, with its header %s', async (_name, header) => {
    const result = await loadText(header + found(1) + found(2, { 7: '', 8: '9' }));
    expect(result).toMatchObject({
      rows_read: 2,
      rows_published: 2,
      rows_rejected: 0,
      newest_record: '2020-06-02',
    });
    expect(await sales('saon, paon')).toEqual([
      { saon: 'FLAT 2', paon: 'PIER HOUSE' },
      { saon: null, paon: '9' },
    ]);
  });

  it('reads estate type U and no_value as a tenure that is not recorded', async () => {
    await loadText(`${HEADER}\n${found(1, { 6: 'no_value' })}`);
    await loadText(bulk(2, { 6: 'U' }));
    expect(await sales('tenure')).toEqual([{ tenure: null }, { tenure: null }]);
  });

  it('stores rows without postcode, street or locality, with nulls', async () => {
    await loadText(bulk(1, { 3: '', 9: '', 10: '' }));
    expect(await sales('postcode, street, locality')).toEqual([
      { postcode: null, street: null, locality: null },
    ]);
  });

  describe.each([
    ['small', {}],
    ['large', { large_bytes: 0 }],
  ])('a %s load', (_, size) => {
    const loads = (text: string) => loadText(text, size);

    it('applies additions, changes and deletions of a monthly file in its order', async () => {
      await loads(bulk(1) + bulk(2) + bulk(3));
      await loads(
        bulk(1, { 1: '111', 15: 'C' }) +
          bulk(2, { 15: 'D' }) +
          bulk(4, { 15: 'A' }) +
          bulk(5) +
          bulk(5, { 15: 'D' }),
      );
      expect(await sales('transaction_id, price')).toEqual([
        { transaction_id: id(1).toLowerCase(), price: 111 },
        { transaction_id: id(3).toLowerCase(), price: 250000 },
        { transaction_id: id(4).toLowerCase(), price: 250000 },
      ]);
    });

    it('applies a small change file in place, with the same outcome', async () => {
      await loads(Array.from({ length: 60 }, (_, i) => bulk(i + 1)).join(''));
      await loads(bulk(1, { 1: '111', 15: 'C' }) + bulk(2, { 15: 'D' }) + bulk(1, { 1: '222', 15: 'C' }));
      const rows = await sales('transaction_id, price');
      expect(rows.length).toBe(59);
      expect(rows[0]).toEqual({ transaction_id: id(1).toLowerCase(), price: 222 });
    });

    it('does not bring back a sale that a later change file changed or deleted', async () => {
      const august = bulk(3, { 2: '2026-08-20' }) + bulk(1, { 1: '111', 15: 'C' }) + bulk(4, { 15: 'D' });
      const september = bulk(5, { 2: '2026-09-20' }) + bulk(1, { 1: '222', 15: 'C' }) + bulk(3, { 15: 'D' });
      const after = [222, 250000, 250000];
      await loads(bulk(1) + bulk(2) + bulk(4));
      await load(
        database.db,
        'price-paid',
        [await file(september, 'sep-2026.csv'), await file(august, 'aug-2026.csv')],
        { ...options(), ...size },
      );
      expect((await sales('price')).map(({ price }) => price)).toEqual(after);
      await expect(loads(august)).rejects.toThrow('but sales to 2026-09-20 are served');
      expect((await sales('price')).map(({ price }) => price)).toEqual(after);
      await loadText(august, { ...size, force: true });
      await loads(bulk(2, { 1: '333' }));
      expect((await sales('price')).map(({ price }) => price)).toEqual([111, 333, 250000, 250000]);
    });

    it('refuses the file of a year that has sales which a later change file deleted or corrected', async () => {
      const earlier = bulk(1) + bulk(2) + bulk(3);
      const changes = bulk(9, { 2: '2026-09-20' }) + bulk(1, { 1: '111', 15: 'C' }) + bulk(2, { 15: 'D' });
      await loads(earlier);
      await loads(changes);
      const year = earlier + bulk(4);
      await expect(loads(year)).rejects.toThrow(
        'it has 1 sale deleted since, and 1 as it was before a correction',
      );
      expect((await sales('price')).map(({ price }) => price)).toEqual([111, 250000, 250000]);
      await loads(bulk(1, { 1: '111' }) + bulk(3, { 1: '333' }) + bulk(4));
      expect((await sales('price')).map(({ price }) => price)).toEqual([111, 333, 250000, 250000]);
      await loadText(year, { ...size, force: true });
      expect((await sales('price')).map(({ price }) => price)).toEqual(Array(5).fill(250000));
    });

    it('publishes nothing, and leaves no staging table, if most served sales would be lost', async () => {
      await loads(Array.from({ length: 2000 }, (_, i) => bulk(i + 1)).join(''));
      const lost = loadText(bulk(1, { 1: '111' }), { ...size, replace: true });
      await expect(lost).rejects.toThrow('Nothing was published');
      expect(new Set((await sales('price')).map(({ price }) => price))).toEqual(new Set([250000]));
      expect((await database.db.query("select from pg_tables where schemaname = 'staging'")).rows).toEqual(
        [],
      );
    });

    it('stores the last row of a transaction that a file has twice', async () => {
      await loads(bulk(1) + bulk(2) + bulk(1, { 1: '99000' }));
      expect(await sales('price')).toEqual([{ price: 99000 }, { price: 250000 }]);
    });

    it('stores the last row of a transaction even if it is shorter and far on in the file', async () => {
      const far = (n: number, change: Record<number, string>) => bulk(n, { 12: 'HAVEN', ...change });
      const long = Array.from({ length: 4000 }, (_, n) => far(n, { 9: 'COD LANE '.repeat(20 + (n % 23)) }));
      const short = long.map((_, n) => far(n, { 1: '99000', 9: '', 10: '', 11: '' }));
      await loads([...long, ...short].join(''));
      expect(new Set((await sales('price')).map(({ price }) => price))).toEqual(new Set([99000]));
    });
  });

  it('records bad rows with line and reason, and loads the rest', async () => {
    const result = await loadText(
      bulk(1) +
        bulk(2, { 1: '12.5' }) +
        bulk(3, { 2: '2019-02-30 00:00' }) +
        bulk(4, { 0: 'no-guid' }) +
        bulk(5, { 4: 'Z' }) +
        '"only","three","fields"\n' +
        '"{broken"quote","1"\n' +
        bulk(6, { 9: 'NUL\0LANE' }) +
        bulk(7),
    );
    expect(result).toMatchObject({ rows_read: 9, rows_published: 2, rows_rejected: 7 });
    const { rows } = await database.db.query('select line, reason, raw from dataset_rejects order by line');
    expect(rows.map((r) => [r.line, r.reason])).toEqual([
      [2, 'The price "12.5" is not a whole number of pounds.'],
      [3, 'The date "2019-02-30 00:00" is not a day. Write days as 2024-02-28 or 28/02/2024.'],
      [4, 'The transaction identifier is not a GUID.'],
      [5, 'The property type "Z" is not one of D, S, T, F, O.'],
      [6, 'The row has 3 columns, not 15 or 16.'],
      [7, 'There is text between a closing quote and the next separator.'],
      [8, 'The row holds a NUL byte.'],
    ]);
    expect(rows[0].raw).toContain('12.5');
  });

  it('refuses a file of another dataset before anything is written, and names the missing columns', async () => {
    const path = await file('UPRN,ADDRESS,POSTCODE\n998000000001,1 COD LANE,XE1 2AB\n');
    const refused = await load(database.db, 'price-paid', [path], options()).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(LoadError);
    expect((refused as LoadError).code).toBe('refused');
    expect((refused as LoadError).missing).toContain('price_paid');
    expect((refused as LoadError).message).toContain('price_paid');
    expect((await database.db.query('select from dataset_loads')).rowCount).toBe(0);
  });

  it.each([
    ['price-paid', 15],
    ['code-point-open', 10],
    ['hmlr-uprn-lookup', 2],
    ['nhs-ods', 27],
  ] as const)('never says of a file of %s that %i columns are the wrong number', (dataset, width) => {
    const of = (columns: number) => {
      const text = `${Array(columns).fill('1').join(',')}\n`;
      return (registry[dataset] as TableModule).recognise({ name: 'made-up.csv', text }, null);
    };
    expect(of(width)).toMatchObject({
      refused: expect.stringContaining(`it has ${width} columns, but none of its first lines is a record`),
    });
    expect(of(width + 3)).toMatchObject({
      refused: expect.stringContaining(`it has ${width + 3} columns, where`),
    });
  });

  it('names the column that an export lacks', async () => {
    const refused = await loadText(`${HEADER.replace('price_paid,', '')}\n${found(1)}`).catch(
      (e: unknown) => e,
    );
    expect((refused as LoadError).missing).toEqual(['price_paid']);
  });

  it('changes nothing for content that is loaded already', async () => {
    const first = await loadText(bulk(1) + bulk(2));
    await loadText(bulk(3));
    const again = await loadText(bulk(1) + bulk(2));
    expect(again).toMatchObject({ status: 'unchanged', load_id: first.load_id, rows_published: 2 });
    // A later load may have changed its rows, so it is counted.
    expect([first.newer_loads, again.newer_loads]).toEqual([0, 1]);
    expect((await loadText(bulk(3))).newer_loads).toBe(0);
    expect((await database.db.query('select from dataset_loads')).rowCount).toBe(2);
    expect((await sales()).length).toBe(3);
  });

  it('replaces everything on request, after which older content counts as new', async () => {
    await loadText(bulk(1) + bulk(2));
    await loadText(bulk(3), { replace: true, force: true });
    expect((await sales()).length).toBe(1);
    expect((await loadText(bulk(1) + bulk(2))).status).toBe('published');
  });

  it('records hash, release, newest record, counts, licence and attribution', async () => {
    const path = await file(bulk(1), 'pp-monthly-2024-05.csv');
    const result = await load(database.db, 'price-paid', [path], options());
    const { rows } = await database.db.query('select * from dataset_loads');
    expect(rows).toMatchObject([
      {
        id: result.load_id,
        status: 'published',
        content_hash: result.content_hash,
        release: '2024-05',
        newest_record: '2019-03-01',
        rows_read: 1,
        rows_published: 1,
        rows_rejected: 0,
      },
    ]);
    expect(rows[0].content_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0].licence).toContain('Open Government Licence');
    expect(rows[0].attribution).toContain('HM Land Registry');
  });

  it('keeps the indexes and the primary key of sales when it rebuilds the table', async () => {
    const names = async () =>
      (
        await database.db.query(
          `select indexname from pg_indexes where tablename = 'sales' and schemaname = 'public' order by 1`,
        )
      ).rows;
    const before = await names();
    expect(before.length).toBeGreaterThan(2);
    await loadText(bulk(1) + bulk(2));
    expect(await names()).toEqual(before);
    await expect(database.db.query(`insert into sales select * from sales limit 1`)).rejects.toThrow(
      'sales_pkey',
    );
  });
});

describe.skipIf(!folder)('price-paid on real files', () => {
  it.each([
    ['pp-complete-head-10298.csv.gz', 10_298],
    ['search-tool-LE16-1995-2018.csv.gz', 17_928],
    ['search-tool-barbican-1995-2024.csv.gz', 2864],
    ['search-tool-greater-manchester-2019.csv.gz', 15_374],
    ['search-tool-no-header-26.csv', 26],
  ])('reads every row of %s', async (name, rows) => {
    const result = await load(database.db, 'price-paid', [join(folder!, 'price-paid', name)], options());
    expect(result).toMatchObject({ rows_read: rows, rows_rejected: 0 });
    expect((await database.db.query('select count(*) as n from sales')).rows[0].n).toBe(
      result.rows_published,
    );
  });
});
