import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import operations from '@domesday/contract/openapi.json' with { type: 'json' };
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();
let database: TestDatabase;
let scratch: string;
beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-copied-'));
});
afterAll(async () => {
  await database?.drop();
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

describe.skipIf(!folder)('the Scottish school roll', () => {
  it('gives every school the phase and roll of its departments with pupils, as an independent count of the file', async () => {
    const path = join(folder!, 'schools/scotland_school_roll_2023.csv.gz');
    await load(database.db, 'schools-scotland', [path], { home: scratch });
    const [header, ...lines] = gunzipSync(readFileSync(path)).toString('latin1').split(/\r?\n/).map(cellsOf);
    const at = (name: string) => header!.findIndex((cell) => cell.endsWith(name));
    const [seed, type, roll] = [at('SeedCode'), at('SchoolType'), at('PupilRoll')];
    const departments = new Map<string, { type: string; pupils: number | null }[]>();
    for (const cells of lines) {
      if (!/^\d{5,8}$/.test(cells[seed] ?? '')) continue;
      const pupils = /^[\d,]+$/.test(cells[roll]!) ? Number(cells[roll]!.replaceAll(',', '')) : null;
      const others = departments.get(cells[seed]!) ?? [];
      departments.set(cells[seed]!, [...others, { type: cells[type]!, pupils }]);
    }
    const { rows } = await database.db.query(
      `select id, sector, phase, pupils from schools where id_scheme = 'seed' order by id`,
    );
    const expected = [...departments].map(([id, all]) => {
      const some = all.some((one) => one.pupils !== 0) ? all.filter((one) => one.pupils !== 0) : all;
      const types = [...new Set(some.map((one) => one.type))];
      const phase = types.includes('Special') ? 'not_applicable' : types[0]!.toLowerCase();
      return {
        id,
        sector: types.includes('Special') ? 'special' : 'state',
        phase: types.length > 1 ? 'all_through' : phase,
        pupils: all.reduce<number | null>(
          (sum, { pupils }) => (sum === null || pupils === null ? null : sum + pupils),
          0,
        ),
      };
    });
    expect(rows).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
    const empty = [...departments.values()].filter(
      (all) => all.length > 1 && all.some((one) => one.type === 'Special' && one.pupils === 0),
    );
    expect([rows.length, empty.length]).toEqual([2449, 6]);
  });
});

/** The cells of a line, without their quotes. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!.replace(/^"|"$/g, ''));
}

describe('titles', () => {
  it('are accepted by the contract in every form that a load accepts', () => {
    const parameter = operations.paths['/property/title/{title_number}'].get.parameters.find(
      (one) => 'name' in one && one.name === 'title_number',
    ) as { schema: { pattern: string } };
    const pattern = new RegExp(parameter.schema.pattern);
    const module = readFileSync(
      join(import.meta.dirname, '../../loading/src/kinds/company-titles.ts'),
      'utf8',
    );
    const [, letters, digits] = /\[A-Z\]\{(\d),3\}\\d\{(\d),6\}/.exec(module)!;
    for (const title of ['123456', '1', 'A1', 'XX700017', 'ABC123456']) expect(title).toMatch(pattern);
    expect([letters, digits]).toEqual(['0', '1']);
  });

  it('come from the newest full file alone, and of several change files the one with the later day counts', async () => {
    const fileOf = async (lines: unknown[], name: string) => {
      await writeFile(join(scratch, name), lines.join('\n'));
      return join(scratch, name);
    };
    const into = (...paths: string[]) => load(database.db, 'ccod', paths, { home: scratch });
    const columns =
      'Title Number,Tenure,Property Address,Region,Proprietor Name (1),Proprietorship Category (1),Date Proprietor Added';
    const line = (title: string) =>
      `${title},Freehold,1 Cod Lane,SOUTH,SEAFRET XX LIMITED,Corporate Body,05-06-2019`;
    const whole = (titles: string[], name: string) =>
      fileOf([columns, ...titles.map(line), `Row Count: ${titles.length}`, ''], name);
    const changes = (changed: [string, string, string][], name: string) =>
      fileOf(
        [`${columns},Change Indicator,Change Date`, ...changed.map(([t, ...of]) => [line(t), ...of])],
        name,
      );
    const titles = Array.from({ length: 40 }, (_, i) => `XX${700_001 + i}`);
    const july = await whole(titles, 'CCOD_FULL_2026_07.csv');
    const august = await whole(titles.slice(1), 'CCOD_FULL_2026_08.csv');
    for (const file of [august, july, august]) expect((await into(file)).status).toBe('published');
    const few = await whole(titles.slice(0, 9), 'CCOD_FULL_2026_09.csv');
    expect(((await into(few).catch((e: unknown) => e)) as Error).message).toContain(
      'more than a tenth of them would be gone',
    );
    const of = (month: string) => `03-${month}-2026`;
    const september = await changes(
      [
        ['XX900001', 'A', of('09')],
        ['XX700002', 'D', of('09')],
      ],
      'CCOD_COU_2026_09.csv',
    );
    const october = await changes(
      [
        ['XX900001', 'D', of('10')],
        ['XX700002', 'A', of('10')],
        ['XX700003', 'D', of('10')],
      ],
      'CCOD_COU_2026_10.csv',
    );
    await into(october, september);
    const { rows } = await database.db.query('select title_number from company_titles order by 1');
    expect(rows.map((row) => row.title_number)).toEqual(
      titles.filter((title) => !['XX700001', 'XX700003'].includes(title)),
    );
  });
});
