import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

it('a load records the folder, or the paths of at most twenty files, that it came from', async () => {
  const folder = join(s.folder, 'codepo');
  await mkdir(folder);
  const files = Array.from({ length: 21 }, (_, i) => join(folder, `x${String.fromCharCode(97 + i)}.csv`));
  for (const [i, path] of files.entries()) await writeFile(path, CODE_POINT(`XE${i + 1} 1AA`, 10));
  const origin = async (...uris: string[]) => {
    const { load_id } = await s.load('code-point-open', uris, { skipDerived: true, force: true });
    return (await s.rows(`select uri from dataset_loads where id = ${load_id}`))[0].uri;
  };
  expect(await origin(folder)).toBe(folder);
  expect(await origin(files[0]!)).toBe(files[0]);
  expect(await origin(...files.slice(0, 20))).toBe(files.slice(0, 20).join(' '));
  expect(await origin(...files)).toBe(`${files.slice(0, 20).join(' ')} and 1 more`);
});
