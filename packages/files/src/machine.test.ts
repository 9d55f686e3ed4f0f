import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { LoadError } from './errors.ts';
import { namingFile, writeTo } from './machine.ts';
import { asDamaged } from './unpack.ts';

const CODES = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'EIO', 'EROFS', 'ENOMEM', 'ENOENT'];

it.each([...CODES, 'ABORT_ERR'])(
  'takes no file for damaged because of an error %s of the machine',
  (code) => {
    const error = Object.assign(new Error(code), { code });
    expect(asDamaged('a.zip', error)).toBe(error);
  },
);

it.each([
  [
    'of its compression',
    Object.assign(new Error('incorrect data check'), { code: 'Z_DATA_ERROR', errno: -3 }),
  ],
  ['of a position in it', Object.assign(new RangeError('out of range'), { code: 'ERR_OUT_OF_RANGE' })],
])('takes a file for damaged because of an error %s', (_what, error) => {
  expect(asDamaged('a.zip', error)).toBeInstanceOf(LoadError);
});

it.skipIf(!existsSync('/dev/full')).each([
  ['a stream', (path: string) => writeTo(path, Readable.from([Buffer.from('a')]))],
  ['a whole file', (path: string) => namingFile(path, () => writeFile(path, 'a'))],
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
