import { appendFile, mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertUnchanged, fetchFiles } from '../src/fetch.ts';
import { releaseFromNames } from '../src/release.ts';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(async () => {
  await s.database.db.query('truncate code_point_postcodes, dataset_loads, dataset_rejects cascade');
});

const served = async () =>
  (await s.rows('select postcode from code_point_postcodes order by 1')).map((r) => r.postcode);
const whole = CODE_POINT('XE1 1AA', 10) + CODE_POINT('XE1 1AB', 10);

describe('a file that was cut short', () => {
  it('is refused if it ends within quotation marks, unless forced', async () => {
    const text = `${whole}"XE1 1`;
    expect(await refusal(s.loadText('code-point-open', text))).toMatchObject({
      code: 'checks',
      message: expect.stringContaining('so the file was probably cut short'),
    });
    expect(await served()).toEqual([]);
    await s.loadText('code-point-open', text, { force: true });
    expect(await served()).toEqual(['XE1 1AA', 'XE1 1AB']);
  });

  it.each([
    ['within a row', `${whole}"XE1 1AC",10`, 'warn'],
    ['with a short row that has its line end', `${whole}"XE1 1AC",10\n`, undefined],
    ['with a quote that stays open further up', `"XE9 9\n${whole.trimEnd()}`, undefined],
    ['without a line end', whole.trimEnd(), undefined],
  ])('is distinguished from a complete file: one that ends %s', async (_how, text, status) => {
    const { checks } = await s.loadText('code-point-open', text);
    expect(checks.find((check) => check.name === 'cut_short')?.status).toBe(status);
  });
});

describe('a register that was cut short within a row', () => {
  const rows = (n: number) =>
    Array.from({ length: n }, (_, i) => `E0177${7000 + i},a,E0188${8000 + i},b,U,E06999001,Xanshire\n`).join(
      '',
    );
  const load = (text: string, options: object = {}) =>
    s.loadText('area-changes', `LSOA11CD,LSOA11NM,LSOA21CD,LSOA21NM,CHGIND,LAD22CD,LAD22NM\n${text}`, {
      skipDerived: true,
      ...options,
    });

  it('is refused if served rows would be lost, unless forced', async () => {
    await load(rows(40));
    const cut = `${rows(38)}E01777038,a,E01`;
    expect((await refusal(load(cut))).message).toContain(
      '38 rows, 40 before: the rows that the truncated file lacks would be gone.',
    );
    expect((await load(cut, { force: true })).rows_published).toBe(38);
    // A footnote below a complete register does not count as a break, since no row would be lost.
    expect((await load(`${rows(38)}Source: made up`)).rows_published).toBe(38);
  });
});

describe('a file that was cut short within the last value of a row', () => {
  const rows = (n: number) =>
    Array.from({ length: n }, (_, i) => `${998000000001 + i},620100,440100,53.811,1.3431234\n`).join('');
  const load = (text: string) =>
    s.loadText('os-open-uprn', `UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n${text}`);
  it.each([
    ['loses that row, with a warning', rows(21).slice(0, -5), 20, 'warn'],
    ['is not confused with a complete file without a last line end', rows(21).trimEnd(), 21, undefined],
    ['is not recognised if only few rows show how long the value is', rows(3).slice(0, -5), 3, undefined],
  ])('%s', async (_what, text, published, status) => {
    const result = await load(text);
    expect(result.rows_published).toBe(published);
    expect(result.checks.find((check) => check.name === 'cut_short')?.status).toBe(status);
  });
});

/** Tables that datasets read themselves, each with a last row that is whole; made up. */
const READ_THEMSELVES = {
  'airbnb-listings': {
    header:
      'id,name,latitude,longitude,room_type,price,minimum_nights,number_of_reviews,last_review,number_of_reviews_ltm',
    row: '99811508,"Quiet home",53.8958,1.4897,Entire home/apt,79,1,83,2026-09-07,28',
  },
  'planning-applications': {
    header: 'R,D,S,X',
    row: 'A/1,"A porch","Approved",x',
    mapping: { columns: { reference: 'R', description: 'D', status: 'S' }, authority_name: 'Xanshire' },
  },
  'listings-csv': {
    header: 'reference,listing_type,price,address,postcode',
    row: 'A1,sale,300000,"4 Made Up Row",XE1 1AA',
  },
} as const;

describe.each(Object.entries(READ_THEMSELVES))('a table of %s that was cut short', (dataset, table) => {
  const load = (last: string, options: object) => {
    const text = `${table.header}\n${table.row.replace('508', '507').replace('A/1', 'A/2').replace('A1,', 'A2,')}\n${last}`;
    const mapping = 'mapping' in table ? { mapping: table.mapping as Record<string, unknown> } : {};
    const name = 'xanbury-2026-10-31-listings.csv';
    return s.loadText(dataset, text, { name, skipDerived: true, ...mapping, ...options });
  };

  it('within a row loses that row, with a warning', async () => {
    const { checks, rows_rejected, rows_published } = await load(
      table.row.slice(0, table.row.lastIndexOf('"') + 1),
      {},
    );
    expect(checks).toContainEqual(expect.objectContaining({ name: 'cut_short', status: 'warn' }));
    expect([rows_rejected, rows_published]).toEqual([1, 1]);
  });

  it('within quotation marks is refused, unless forced', async () => {
    const cut = table.row.slice(0, table.row.indexOf('"') + 5);
    expect((await refusal(load(cut, { force: false }))).message).toContain('was probably cut short');
    expect((await load(cut, { force: true })).rows_published).toBe(1);
  });

  it.each(['', '\n', '\n,,,\n'])('is distinguished from a complete one that ends with %j', async (end) => {
    const { checks, rows_rejected } = await load(table.row + end, { force: true });
    expect(checks.find((check) => check.name === 'cut_short')).toBeUndefined();
    expect(rows_rejected).toBe(0);
  });
});

describe('a file that changes while it is read', () => {
  const write = async () => {
    const path = join(s.folder, 'growing.csv');
    await writeFile(path, whole);
    return { path, files: await fetchFiles([path], { maxEntries: 10 } as never) };
  };

  it.each([
    ['longer', (path: string) => appendFile(path, whole)],
    [
      'another of the same length',
      async (path: string) => {
        await writeFile(`${path}.new`, whole);
        await rename(`${path}.new`, path);
        // File systems record times in steps that are longer than these lines take.
        await utimes(path, new Date(), new Date(Date.now() + 1000));
      },
    ],
  ])('is refused if it is %s than when its hash was computed', async (_what, change) => {
    const { path, files } = await write();
    await expect(assertUnchanged(files)).resolves.toBeUndefined();
    await change(path);
    await expect(assertUnchanged(files)).rejects.toThrow('growing.csv was changed while it was read');
  });

  it('publishes nothing', async () => {
    const { path } = await write();
    const writes: Promise<void>[] = [];
    const loaded = s.load('code-point-open', [path], {
      onProgress: ({ phase }) => {
        if (phase === 'stage') writes.push(appendFile(path, CODE_POINT('XE1 1AC', 10)));
      },
    });
    expect(await refusal(loaded)).toMatchObject({ code: 'changed' });
    await Promise.all(writes);
    expect(await served()).toEqual([]);
  });
});

describe('the release of several files', () => {
  it('is the newest in their names, in any order', () => {
    const names = ['2019-10-essex-street.csv', '2024-01-city-of-london-street.csv', 'readme.txt'];
    expect(releaseFromNames(names)).toBe('2024-01');
    expect(releaseFromNames(names.toReversed())).toBe('2024-01');
  });

  it('is not that of a file that was skipped', async () => {
    const folder = join(s.folder, 'mixed');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'codepo_2026-08.csv'), whole);
    await writeFile(join(folder, 'other_2026-11.csv'), 'uprn,x\n1,2\n');
    expect(await s.load('code-point-open', [folder])).toMatchObject({ release: '2026-08' });
  });
});
