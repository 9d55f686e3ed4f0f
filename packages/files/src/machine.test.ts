import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LoadError } from './errors.ts';
import { writeTo } from './machine.ts';
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

it.skipIf(!existsSync('/dev/full'))('names the file that could not be written to', async () => {
  async function* bytes() {
    yield Buffer.from('a');
  }
  await expect(writeTo('/dev/full', bytes())).rejects.toMatchObject({
    code: 'ENOSPC',
    path: '/dev/full',
    message: expect.stringContaining("'/dev/full'"),
  });
});
