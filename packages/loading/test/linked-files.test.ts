import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

it('links to files and folders in a folder are each read once, and a broken link is refused', async () => {
  const [real, folder] = [join(s.folder, 'disk'), join(s.folder, 'links')];
  await mkdir(join(real, 'more'), { recursive: true });
  await mkdir(folder);
  await writeFile(join(real, 'xe.csv'), CODE_POINT('XE1 1AA'));
  await writeFile(join(real, 'more', 'xw.csv'), CODE_POINT('XW1 1AA'));
  await symlink(join(real, 'xe.csv'), join(folder, 'xe.csv'));
  await symlink(join(real, 'more'), join(folder, 'more'));
  await symlink(folder, join(real, 'more', 'back'));
  expect((await s.load('code-point-open', [folder])).rows_read).toBe(2);
  expect(
    (await s.rows('select postcode from code_point_postcodes order by 1')).map((r) => r.postcode),
  ).toEqual(['XE1 1AA', 'XW1 1AA']);
  await symlink(join(real, 'none.csv'), join(folder, 'xx.csv'));
  expect((await refusal(s.load('code-point-open', [folder]))).message).toContain('xx.csv leads to nothing');
});
