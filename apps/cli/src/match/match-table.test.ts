import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVersion } from '@domesday/address-search';
import { rebuildAddressIndex } from '@domesday/address-search/build';
import { nationalList } from '@domesday/addresses/fit';
import { inTransaction } from '@domesday/db';
import type { TableFormat } from '@domesday/files/tables/formats';
import { parquetKinds, writeParquet } from '@domesday/files/tables/parquet';
import { readTable } from '@domesday/files/tables/read';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAll, MATCH_KINDS } from './answer.ts';
import { type MatchTable, matchTable, rowsThatFit } from './match-table.ts';

const homes = [...nationalList({ rows: 600, seed: 51 })];
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-match-'));
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select *, 'England', 53.9, 1.5, 'address-list' from unnest($1::bigint[], $2::text[], $3::text[])`,
    [
      homes.map(({ uprn }) => uprn),
      homes.map(({ address }) => address),
      homes.map(({ postcode }) => postcode),
    ],
  );
  await database.db.query(
    `update addresses set parent_uprn = 998999999999, classification = 'RD04' where uprn = $1`,
    [homes[5]!.uprn],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const job = (input: string, output: string, more: Partial<MatchTable> = {}): MatchTable => ({
  input: { path: join(folder, input), format: input.split('.').at(-1) as TableFormat },
  output: { path: join(folder, output), format: output.split('.').at(-1) as TableFormat },
  mapping: null,
  rows_at_once: 1500,
  match: (queries) => answerAll(database.db, queries),
  state: async () => String((await indexVersion(database.db)).version),
  ...more,
});

async function valuesOf(name: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const some of readTable(join(folder, name), name.split('.').at(-1) as TableFormat))
    rows.push(...some.map(({ values }) => values));
  return rows;
}

describe('a table of addresses', () => {
  it('is written in every format with its own columns and the matched home of each row, in the original order', async () => {
    const [first, second] = [homes[5]!, homes[300]!];
    await writeFile(
      join(folder, 'in.csv'),
      `ref,Full address,Post code\nb,"${second.address}",${second.postcode.toLowerCase()}\na,"${first.address}",\nc,"1 Nowhere Walk","XX1 1XX"\nd,,\n"e"x,y,z\n`,
    );
    await matchTable(job('in.csv', 'one.ndjson'));
    await matchTable(job('one.ndjson', 'x.csv')).then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toContain('"match_status" already'),
    );
    const [b, a, c, d, e] = await valuesOf('one.ndjson');
    expect(b).toMatchObject({
      ref: 'b',
      match_status: 'matched',
      matched_uprn: second.uprn,
      postcode_corrected: null,
    });
    expect(a).toMatchObject({
      ref: 'a',
      match_status: 'matched',
      matched_uprn: first.uprn,
      matched_spelling: first.address,
      matched_postcode_from: 'source',
      matched_parent_uprn: 998999999999,
      matched_classification: 'RD04',
    });
    expect(c).toMatchObject({
      ref: 'c',
      match_status: 'no_match',
      matched_uprn: null,
      match_confidence: null,
    });
    expect(d).toMatchObject({ ref: 'd', match_status: 'unreadable', match_reasons: 'There is no address.' });
    expect(e).toMatchObject({ match_status: 'unreadable', matched_uprn: null });
    expect(e!.match_reasons).toMatch(/^Line 6: /);
    await matchTable(job('in.csv', 'one.parquet'));
    const asParquet = await valuesOf('one.parquet');
    expect(asParquet.slice(0, 4)).toEqual([b, a, c, d]);
    await matchTable(job('one.parquet', 'never.csv')).catch(() => {});
    expect(await readdir(folder)).not.toContain('one.parquet.part');
  });

  it('is matched by exactly the columns that the mapping names, however similar other column names are', async () => {
    const { address, postcode, uprn } = homes[7]!;
    const rows: [string, string, string][] = [
      ['ADDRESS', 'address', 'postcode'],
      ['编号', '地址', '邮编'],
      ['Tê', 'Tŷ', 'Côd post'],
      ['Post-code', 'a.b "c"', 'Post code'],
    ];
    for (const [other, named, code] of rows) {
      const header = [other, named, code].map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
      await writeFile(join(folder, 'named.csv'), `${header}\n1 Nowhere Walk,"${address}",${postcode}\n`);
      await matchTable(job('named.csv', 'named.ndjson', { mapping: { address: [named], postcode: code } }));
      expect([named, await valuesOf('named.ndjson')]).toMatchObject([named, [{ matched_uprn: uprn }]]);
    }
  });

  it('gets the same Parquet column types whatever its rows contain, even if it has no rows', async () => {
    const { address, postcode } = homes[8]!;
    const given = [
      ['id', 'INT64', ['9223372036854775807', null]],
      ['opened', 'DATE', ['2026-01-31', null]],
      ['address', 'UTF8', [address, '1 Nowhere Walk']],
      ['postcode', 'UTF8', [postcode, 'XX1 1XX']],
    ] as const;
    const write = (name: string, rows: number) => {
      const columns = given.map(([column, kind]) => ({ name: column, kind }));
      const values = [0, 1].slice(0, rows).map((i) => Object.fromEntries(given.map(([n, , v]) => [n, v[i]])));
      const each = (async function* () {
        yield* values;
      })();
      return writeParquet(join(folder, name), columns, each);
    };
    const kinds: unknown[] = [];
    for (const rows of [0, 1, 2]) {
      await write('kinds.parquet', rows);
      await matchTable(job('kinds.parquet', 'out.parquet'));
      kinds.push(await parquetKinds(join(folder, 'out.parquet')));
      expect((await valuesOf('out.parquet')).map(({ id, opened }) => [id, opened])).toEqual(
        [['9223372036854775807', '2026-01-31'] as unknown[], [null, null]].slice(0, rows),
      );
    }
    expect(kinds[0]).toMatchObject({ id: 'INT64', opened: 'DATE', address: 'UTF8', ...MATCH_KINDS });
    expect(kinds.slice(1)).toEqual([kinds[0], kinds[0]]);
  });

  it('is resumed after an interruption, with the same bytes as an uninterrupted run', async () => {
    const rows = homes.map(({ address, postcode }, i) => `${i},"${address}",${postcode}\n`).join('');
    await writeFile(join(folder, 'long.csv'), `n,address,postcode\n${rows.repeat(12)}`);
    const told: number[] = [];
    const onProgress = ({ rows }: { rows: number }) => void told.push(rows);
    await matchTable(job('long.csv', 'whole.csv', { rows_at_once: 600 * 12, onProgress }));
    // The first, small portion is stored long before a whole one would be.
    expect(told[0]).toBeLessThan(600 * 6);
    let calls = 0;
    const failing = job('long.csv', 'cut.csv', {
      match: async (queries) => {
        calls += 1;
        if (calls > 3) throw new Error('cut');
        return answerAll(database.db, queries);
      },
    });
    await expect(matchTable(failing)).rejects.toThrow('cut');
    const others = job('in.csv', 'cut.csv');
    await expect(matchTable(others)).rejects.toThrow('--restart');
    const done = await matchTable(job('long.csv', 'cut.csv'));
    expect(done.resumed_rows).toBeGreaterThan(0);
    expect(done.rows).toBe(600 * 12);
    const [cut, whole] = await Promise.all(
      ['cut.csv', 'whole.csv'].map((name) => readFile(join(folder, name))),
    );
    expect(cut!.equals(whole!)).toBe(true);
    expect((await readdir(folder)).filter((name) => /part|progress/.test(name))).toEqual([]);
  });

  it('is matched in more portions if its texts are long, so that no portion exceeds the limit of text in memory', async () => {
    const note = 'x'.repeat(1000);
    const rows = homes.map(({ address, postcode }, i) => `${i},"${address}",${postcode},${note}\n`).join('');
    await writeFile(join(folder, 'wide.csv'), `n,address,postcode,note\n${rows}`);
    const told: number[] = [];
    const wide = job('wide.csv', 'wide.ndjson', {
      rows_at_once: 100_000,
      chars_at_once: 100_000,
      onProgress: ({ rows }) => void told.push(rows),
    });
    expect((await matchTable(wide)).rows).toBe(600);
    const portions = told.map((rows, i) => rows - (told[i - 1] ?? 0));
    expect(Math.max(...portions) * 1000).toBeLessThanOrEqual(100_000);
    expect((await valuesOf('wide.ndjson')).map(({ n }) => Number(n))).toEqual(homes.map((_home, i) => i));
  });

  it.each(['after an interruption', 'while it is matched'])(
    'notes once that a load changed the addresses %s, and notes nothing if they are unchanged',
    async (when) => {
      const load = async () => {
        await database.db.query(`update addresses set address = address || ' ' where uprn = $1`, [
          homes[9]!.uprn,
        ]);
        await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
      };
      const rows = homes.map(({ address, postcode }, i) => `${i},"${address}",${postcode}\n`).join('');
      await writeFile(join(folder, 'loaded.csv'), `n,address,postcode\n${rows.repeat(3)}`);
      const notes: string[] = [];
      let calls = 0;
      const told = job('loaded.csv', `${when}.csv`, {
        rows_at_once: 600,
        onNote: (note) => void notes.push(note),
        match: async (queries) => {
          // The third begins while the second waits.
          const second = ++calls === 2;
          if (second) await load();
          if (second && when === 'after an interruption') throw new Error('cut');
          return answerAll(database.db, queries);
        },
      });
      await matchTable(told).catch(({ message }: Error) => expect(message).toBe('cut'));
      if (when === 'after an interruption') await matchTable(told);
      const moment = when.startsWith('after')
        ? /changed after [1-9]\d* rows were/
        : /while the rows from \d+ to \d+ were/;
      expect(notes).toEqual([expect.stringMatching(moment)]);
      await matchTable({ ...told, output: { path: join(folder, 'again.csv'), format: 'csv' } });
      expect(notes).toHaveLength(1);
    },
  );

  it.each([
    ['is missing', (part: string) => rm(part), 'cut.csv.part is missing or cut short'],
    ['is cut short', (part: string) => truncate(part, 100), 'cut.csv.part is missing or cut short'],
    [
      'exists but its record of progress cannot be read',
      (part: string) => writeFile(part.replace('.part', '.progress.json'), ''),
      'cut.csv.progress.json cannot be read',
    ],
  ])(
    'starts from the first row, and says so, if the file of an interrupted run %s',
    async (_, spoil, sentence) => {
      const rows = homes.map(({ address, postcode }, i) => `${i},"${address}",${postcode}\n`).join('');
      await writeFile(join(folder, 'spoilt.csv'), `n,address,postcode\n${rows.repeat(5)}`);
      let calls = 0;
      const failing = job('spoilt.csv', 'cut.csv', {
        rows_at_once: 600,
        match: async (queries) => {
          calls += 1;
          if (calls > 3) throw new Error('cut');
          return answerAll(database.db, queries);
        },
      });
      await expect(matchTable(failing)).rejects.toThrow('cut');
      await spoil(join(folder, 'cut.csv.part'));
      const notes: string[] = [];
      const done = await matchTable(
        job('spoilt.csv', 'cut.csv', { onNote: (note) => void notes.push(note) }),
      );
      expect([done.rows, done.resumed_rows]).toEqual([3000, 0]);
      expect(notes).toEqual([expect.stringContaining(sentence)]);
      const numbers = (await valuesOf('cut.csv')).map(({ n }) => Number(n));
      expect(numbers).toEqual(Array.from({ length: 3000 }, (_one, i) => i % 600));
      await rm(join(folder, 'cut.csv'));
    },
  );

  it('is refused if no column can be the address, and the message lists its columns', async () => {
    await writeFile(join(folder, 'other.csv'), 'a,b\n1,2\n');
    await expect(matchTable(job('other.csv', 'y.csv'))).rejects.toThrow('The table has: a, b.');
    const mapping = { address: ['c'], postcode: null };
    await expect(matchTable(job('other.csv', 'y.csv', { mapping }))).rejects.toThrow('no column "c"');
  });

  it.each([
    ['semicolons', 'other.csv', 'id;address;postcode\n', '`delimiter: ";"`'],
    ['tabs', 'other.csv', 'id\taddress\tpostcode\n', '`delimiter: "\\t"`'],
    ['commas in a TSV', 'other.tsv', 'id,address,postcode\n', '`delimiter: ","`'],
    ['nothing because it is a workbook', 'other.csv', 'PK\u0003\u0004\u0014\u0006', 'save it as CSV'],
    ['nothing because it is empty', 'other.csv', '', 'its first line must name the columns'],
  ])('is refused with advice if its fields are separated by %s', async (_, name, text, advice) => {
    await writeFile(join(folder, name), text);
    await expect(matchTable(job(name, 'y.ndjson'))).rejects.toThrow(advice);
  });

  it('is read with the delimiter of the mapping, whatever its file extension', async () => {
    const { address, postcode, uprn } = homes[5]!;
    await writeFile(join(folder, 'semi.tsv'), `address;postcode\n${address};${postcode}\n`);
    const mapping = { address: ['address'], postcode: 'postcode', delimiter: ';' };
    await matchTable(job('semi.tsv', 'semi.ndjson', { mapping }));
    expect(await valuesOf('semi.ndjson')).toMatchObject([{ match_status: 'matched', matched_uprn: uprn }]);
  });

  it('says which rows have a house number that a spreadsheet turned into a date, and which have no text as their address', async () => {
    const { address, postcode } = homes[5]!;
    const rows = [
      { address: `Jan-02, ${address.replace(/[0-9]+/, '')}`, postcode },
      { address: { line: address } },
    ];
    await writeFile(join(folder, 'dates.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
    await matchTable(job('dates.ndjson', 'dates.csv'));
    const [dated, object] = await valuesOf('dates.csv');
    expect(dated!.match_status).not.toBe('matched');
    expect(dated!.match_reasons).toMatch(/^number:date /);
    expect(object).toMatchObject({ match_status: 'unreadable', match_reasons: 'There is no address.' });
  });
});

it('limits the rows of a portion by the size of the heap, so that a large table can be matched in a small container', () => {
  expect(rowsThatFit(4_000_000_000)).toBe(100_000);
  // A heap of 150 MB has matched a million addresses in portions of 9,400.
  expect(rowsThatFit(150_000_000)).toBe(9_375);
  expect(rowsThatFit(0)).toBe(2_500);
});
