import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { LoadError } from './errors.ts';
import { namingFile, writeTo, writeWhole } from './machine.ts';
import { asDamaged } from './unpack.ts';

const CODES = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'EIO', 'EROFS', 'ENOMEM', 'ENOENT'];

it.each([...CODES, 'ABORT_ERR'])('does not call a file damaged because of the machine error %s', (code) => {
  const error = Object.assign(new Error(code), { code });
  expect(asDamaged('a.zip', error)).toBe(error);
});

it.each([
  [
    'of its compression',
    Object.assign(new Error('incorrect data check'), { code: 'Z_DATA_ERROR', errno: -3 }),
  ],
  ['of a position in it', Object.assign(new RangeError('out of range'), { code: 'ERR_OUT_OF_RANGE' })],
])('calls a file damaged because of an error %s', (_what, error) => {
  expect(asDamaged('a.zip', error)).toBeInstanceOf(LoadError);
});

it.skipIf(!existsSync('/dev/full')).each([
  ['a stream', (path: string) => writeTo(path, Readable.from([Buffer.from('a')]))],
  ['a whole file', (path: string) => writeWhole(path, 'a')],
  [
    'a table that grows',
    async (path: string) => {
      const file = await open(path, 'w');
      await namingFile(path, () => file.write('a')).finally(() => file.close());
    },
  ],
])('names the file that could not be written to by %s', async (_what, write) => {
  await expect(write('/dev/full')).rejects.toMatchObject({
    code: 'ENOSPC',
    path: '/dev/full',
    message: expect.stringContaining("'/dev/full'"),
  });
});

it('every place in the commands, loads and the fictional country that writes a whole file uses writeWhole', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const folders = ['apps/cli/src', 'packages/files/src', 'packages/loading/src', 'packages/sandbox/src'];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  );
  expect(sources).toContain(join('packages/files/src', 'machine.ts'));
  const bare = sources.filter((file) => /\bwriteFile\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(bare).toEqual([join('packages/files/src', 'machine.ts')]);
});
