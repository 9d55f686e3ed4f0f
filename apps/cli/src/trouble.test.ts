import { expect, it } from 'vitest';
import { troubleOf } from './trouble.ts';

const error = (message: string, more: object) => Object.assign(new Error(message), more);

it.each([
  [
    'a full disk of the database',
    error('could not extend file', { code: '53100' }),
    /^A disk is full .*Make room/,
  ],
  ['a full disk of downloads', error('ENOSPC: no space left', { code: 'ENOSPC' }), /^A disk is full/],
  [
    'a folder on a read-only disk',
    error('mkdir', { code: 'ENOENT', syscall: 'mkdir' }),
    /DOMESDAY_HOME names/,
  ],
  ['a database that was stopped', error('terminating connection', { code: '57P01' }), /^PostgreSQL ended/],
  ['a connection that broke', error('Connection terminated unexpectedly', {}), /^PostgreSQL ended/],
])('says of %s what to do', (_name, one, words) => {
  expect(troubleOf(one)).toMatch(words);
});

it('leaves a sentence that is made for the operator as it is', () => {
  expect(troubleOf(new Error('There is no file at a.csv.'))).toBe('There is no file at a.csv.');
});

it('tells a file that cannot be read from a folder that cannot be written', () => {
  const open = (path: string) =>
    error(`EACCES: permission denied, open '${path}'`, { code: 'EACCES', syscall: 'open', path });
  const file = import.meta.filename;
  const told = (one: Error, readable: boolean) => troubleOf(one, () => readable);
  expect(told(open(file), false)).toMatch(/^A file or folder cannot be read .*Allow the user/);
  expect(told(open(file), true)).toMatch(/^A folder cannot be written/);
  expect(told(open(`${file}.partial`), false)).toMatch(/^A folder cannot be written/);
  expect(told(error('EPERM: scandir', { code: 'EPERM', syscall: 'scandir' }), true)).toMatch(
    /cannot be read/,
  );
  expect(told(error('EACCES: mkdir', { code: 'EACCES', syscall: 'mkdir' }), true)).toMatch(/be written/);
});
