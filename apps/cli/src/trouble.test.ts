import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { troubleOf } from './trouble.ts';

const error = (message: string, more: object) => Object.assign(new Error(message), more);

it.each([
  [
    'a full disk of the database',
    error('could not extend file', { code: '53100' }),
    /^The disk of PostgreSQL is full .*Make room/,
  ],
  [
    'a container of the database with too little shared memory, whatever the language',
    error('konnte Größe des Shared-Memory-Segments »/PostgreSQL.7708« nicht auf 1048576 Bytes ändern', {
      code: '53100',
    }),
    /^PostgreSQL has too little shared memory .*\/dev\/shm.*shm_size/,
  ],
  ['a full disk of downloads', error('ENOSPC: no space left', { code: 'ENOSPC' }), /^A disk is full/],
  [
    'a folder on a read-only disk',
    error('mkdir', { code: 'ENOENT', syscall: 'mkdir' }),
    /DOMESDAY_HOME names/,
  ],
  [
    'a folder in place of a file',
    error('mkdir', { code: 'ENOTDIR', syscall: 'mkdir' }),
    /DOMESDAY_HOME names/,
  ],
  [
    'a folder whose name is too long',
    error('mkdir', { code: 'ENAMETOOLONG', syscall: 'mkdir' }),
    /DOMESDAY_HOME names/,
  ],
  ['a host that nobody knows', error('getaddrinfo', { code: 'ENOTFOUND' }), /host.*DATABASE_URL/],
  [
    'a socket on which no server listens',
    error('connect ENOENT /run/none/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }),
    /^PostgreSQL is not reached.*DATABASE_URL/,
  ],
  [
    'a socket that the user may not use',
    error('connect EACCES /run/none/.s.PGSQL.5432', { code: 'EACCES', syscall: 'connect' }),
    /^PostgreSQL is not reached.*allow this user/,
  ],
  ['a wrong password', error('failed for user "a"', { code: '28P01' }), /password.*DATABASE_URL/],
  [
    'a certificate of a private authority',
    error('self-signed certificate in certificate chain', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    /sslrootcert.*DATABASE_URL/,
  ],
  [
    'a certificate for another name',
    error("Hostname/IP does not match certificate's altnames", { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    /another name.*verify-ca/,
  ],
  ['an expired certificate', error('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), /Renew/],
  ['a server without TLS', error('The server does not support SSL connections', {}), /offers no TLS/],
  [
    'a server that requires TLS',
    error('pg_hba.conf rejects connection for host "::1", no encryption', { code: '28000' }),
    /wants TLS.*sslmode=require/,
  ],
  ['a pooler that requires TLS', error('SSL required', { code: '08P01' }), /wants TLS.*sslmode=require/],
  [
    'a database that the pooler does not know',
    error('no such database: x', { code: '08P01' }),
    /createdb.*DATABASE_URL/,
  ],
  [
    'a database that accepts no connections',
    error('database "x" is not currently accepting connections', { code: '55000' }),
    /closed to connections.*allow_connections/,
  ],
  ['a database that does not exist', error('does not exist', { code: '3D000' }), /createdb.*DATABASE_URL/],
  ['a user without rights', error('permission denied', { code: '42501' }), /right.*DATABASE_URL/],
  [
    'a read-only database',
    error('cannot execute INSERT in a read-only transaction', { code: '25006' }),
    /read-only, or a standby.*primary.*DATABASE_URL/,
  ],
  ['a database that was stopped', error('terminating connection', { code: '57P01' }), /^PostgreSQL ended/],
  [
    'a file that does not exist',
    error('ENOENT: open', { code: 'ENOENT', syscall: 'open', path: join(tmpdir(), 'none.csv') }),
    /^There is no file at .*none\.csv\.$/,
  ],
  [
    'a file in a folder that does not exist',
    error('ENOENT: open', { code: 'ENOENT', syscall: 'open', path: join(tmpdir(), 'none-at-all/a.csv') }),
    /^There is no folder .*none-at-all\.$/,
  ],
  [
    'a folder in place of a file',
    error('EISDIR: read', { code: 'EISDIR', path: '/data' }),
    '/data is a folder: name a file.',
  ],
  ['a deadlock', error('deadlock detected', { code: '40P01' }), /ended this one.*same command again/],
  [
    'a statement that was cancelled',
    error('canceling statement due to user request', { code: '57014' }),
    /^A statement was cancelled .*administrator.*same command again/,
  ],
  ['a server without memory', error('out of memory', { code: '53200' }), /too little memory .*work_mem/],
  ['a failing disk of the server', error('could not read block 7', { code: '58030' }), /its disk .*attached/],
  ['damaged files', error('invalid page in block 7', { code: 'XX001' }), /damaged .*restore.*reindex/],
  ['no free connection', error('too many clients already', { code: '53300' }), /POOL_SIZE.*max_connections/],
])('says what to do about %s', (_name, one, words) => {
  expect(troubleOf(one)).toMatch(words);
});

it.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'XE1: Connection terminated unexpectedly',
])('explains the lost connection “%s” as the end of PostgreSQL', (said) => {
  expect(troubleOf(error(said, {}))).toMatch(/^PostgreSQL ended/);
});

it.each([
  ['connect ECONNREFUSED 127.0.0.1:5433', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['connect EHOSTUNREACH 10.0.0.9:5432', { code: 'EHOSTUNREACH', syscall: 'connect' }],
  ['connect ETIMEDOUT 10.0.0.9:5432', { code: 'ETIMEDOUT', syscall: 'connect' }],
  ['Connection terminated due to connection timeout', {}],
  ['timeout exceeded when trying to connect', {}],
])(
  'explains “%s” as an address that may be wrong, instead of advising the operator to wait',
  (said, more) => {
    expect(troubleOf(error(said, more))).toMatch(/^Nothing answers at the address.*correct.*DATABASE_URL/);
  },
);

it('names the full disk, and TMPDIR if it is the disk on which archives are unpacked', () => {
  const full = (path: string) => troubleOf(error('ENOSPC: write', { code: 'ENOSPC', path }));
  expect(full('/data/files/a.part')).toMatch(/^The disk of \/data\/files is full .*Make room/);
  const unpacked = join(tmpdir(), 'domesday-unpacked-x', 'inner.zip');
  expect(full(unpacked)).toMatch(/^The disk of temporary files is full .*TMPDIR/);
  expect(troubleOf(error('ENOENT: mkdtemp', { code: 'ENOENT', path: unpacked }))).toContain('TMPDIR');
});

it.each([
  ['too many open files', 'EMFILE', /^Too many files are open .*ulimit/],
  ['a failing disk', 'EIO', /^A disk cannot be read or written .*attached/],
])('says what to do about %s', (_name, code, words) => {
  expect(troubleOf(error(code, { code }))).toMatch(words);
});

it('leaves a message that was written for the operator unchanged', () => {
  expect(troubleOf(new Error('There is no file at a.csv.'))).toBe('There is no file at a.csv.');
});

it('distinguishes a file that cannot be read from a folder that cannot be written', () => {
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

it.each(['open', 'mkdir', 'unlink'])(
  'names DOMESDAY_HOME if %s fails inside it, and not if it fails for an output file elsewhere',
  (syscall) => {
    const home = resolve(
      process.env.DOMESDAY_ROOT ?? process.cwd(),
      process.env.DOMESDAY_HOME || '.domesday',
    );
    const told = (path: string) => troubleOf(error(`EROFS: ${path}`, { code: 'EROFS', syscall, path }));
    for (const path of [home, join(home, 'files', 'a.part'), dirname(home)])
      expect(told(path)).toMatch(/^A folder cannot be written .*DOMESDAY_HOME names/);
    for (const path of ['/nowhere/out.csv.part', `${home}-of-another/out.csv`])
      expect(told(path)).toMatch(/^A folder cannot be written .*Name a file in another folder/);
  },
);

it('refuses a DOMESDAY_HOME that begins with ~, which only a shell expands', () => {
  expect(() => readSettings({ DOMESDAY_HOME: '~/domesday' }, '/')).toThrow('Write out the whole path');
});
