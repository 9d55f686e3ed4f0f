import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { load } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A database in which every file of the fictional country is already loaded, in order. */
let database: TestDatabase;
let folder: string;
/** The last file of each dataset: of successive files, the rows of the last one are served. */
let latest: Awaited<ReturnType<typeof writeSandbox>>['files'];
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-again-'));
  const { files } = await writeSandbox(join(folder, 'country'), { datasets: datasetIds });
  latest = files.filter(({ dataset }, i) => !files.slice(i + 1).some((later) => later.dataset === dataset));
});
afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;

/** Loads the latest files again, each from the path that `pathOf` returns, and returns the changes in the feed. */
async function changesAfterReload(pathOf: (file: (typeof latest)[number]) => Promise<string>) {
  const [{ last }] = await rowsOf('select last_seq as last from change_head');
  for (const [i, file] of latest.entries()) {
    const { dataset, mapping } = file;
    const { status } = await load(database.db, dataset, [await pathOf(file)], {
      home: folder,
      force: true,
      fictional: true,
      skipDerived: i < latest.length - 1,
      ...(mapping ? { mapping } : {}),
    });
    expect(status).toBe('published');
  }
  return rowsOf(
    `select dataset, change, count(*) as n, min(record::text) as example
       from changes where seq > $1 group by 1, 2 order by 1, 2`,
    [last],
  );
}

it('a load of rows that are already served reports no change of any dataset, even if builds filled in columns since', async () => {
  expect(await changesAfterReload(async ({ path }) => path)).toEqual([]);
});

/** The lines before it may hold titles and a header. */
const FIRST_ROW = 12;
const LISTS = ['features', 'records', 'entities'];

/** The same records in another order and with other line ends; null for a file that is not text. */
function otherBytes(text: string): string | null {
  if (text.includes('\uFFFD') || text.includes('\0')) return null;
  if (/^\s*[[{]\s*["{[]/.test(text)) {
    const whole = JSON.parse(text);
    for (const name of LISTS) if (Array.isArray(whole[name])) whole[name].reverse();
    return JSON.stringify(whole, null, 1);
  }
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const isWhole = lines.every((line) => (line.match(/"/g) ?? []).length % 2 === 0);
  if (/^\s*[<#]/.test(text) || !isWhole) return null;
  return [...lines.slice(0, FIRST_ROW), ...lines.slice(FIRST_ROW).reverse()]
    .map((line) => `${line}\r\n`)
    .join('');
}

it('a load of the same rows in another order and with other line ends reports no change', async () => {
  const changed = new Set<string>();
  const changes = await changesAfterReload(async ({ dataset, path }) => {
    const text = otherBytes(await readFile(path, 'utf8').catch(() => '\0'));
    if (text === null) return path;
    changed.add(dataset);
    const other = join(folder, 'other', dataset);
    await mkdir(other, { recursive: true });
    await writeFile(join(other, basename(path)), text);
    return join(other, basename(path));
  });
  expect([...changed]).toEqual(
    expect.arrayContaining(['uk-hpi', 'price-paid', 'flood-risk-england', 'lha-rates']),
  );
  expect(changes).toEqual([]);
});
