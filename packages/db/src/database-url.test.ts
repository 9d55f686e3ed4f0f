import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { addressProblem, clientAddress } from './database-url.ts';

it('refuses an address with several hosts or session attributes in a sentence, and does not use half of it', () => {
  const problem = (address: string) => addressProblem('DATABASE_URL', address);
  expect(problem('postgres://u:p@one:5432,two:5432/domesday')).toContain('DATABASE_URL names several hosts');
  expect(problem('postgres://one,two/domesday')).toContain('several hosts');
  expect(problem('postgres://u:p@one/d?sslmode=require&target_session_attrs=read-write')).toContain(
    'target_session_attrs=read-write',
  );
  expect(problem('one:5432/domesday')).toContain('must begin with postgres://');
  for (const sound of [
    'postgres://u:a,b@one:5432/d',
    'postgresql://[::1]:5432/d',
    'postgres:///d?host=/tmp/sock',
  ])
    expect(problem(sound)).toBeNull();
});

it('refuses an address with an unencoded password, names the variable and does not repeat the password', () => {
  for (const password of ['s/ecret', 's#ecret', 's?ecret'])
    expect(addressProblem('DATABASE_URL', `postgres://u:${password}@one/d`)).toMatch(
      /^DATABASE_URL cannot be read\.(?!.*ecret).*%23/,
    );
  expect(addressProblem('DATABASE_URL', 'postgres://u:s%2Fe%23c%3Fr@one/d')).toBeNull();
});

it('names a port that does not exist, unless it may be part of a password', () => {
  const problem = (address: string) => addressProblem('DATABASE_URL', address);
  for (const host of ['one', 'u:p@one', '[::1]'])
    expect(problem(`postgres://${host}:99999/d`)).toBe(
      'DATABASE_URL names the port 99999. There are those from 1 to 65535.',
    );
  expect(problem('postgres://u:99999/x@one/d')).toMatch(/^DATABASE_URL cannot be read\.(?!.*99999)/);
});

it('refuses several addresses without commas between them, since messages would repeat the second as a name', () => {
  const one = 'postgres://u:s3cret@one/d';
  for (const between of [' ', ';', '\n', '|']) {
    const problem = addressProblem('READ_DATABASE_URLS', `${one}${between}${one}`);
    expect(problem).toMatch(/holds several addresses in one\. Separate them by commas\.$/);
    expect(problem).not.toContain('s3cret');
  }
  expect(addressProblem('DATABASE_URL', `${one} ${one}`)).toMatch(/Name one\.$/);
});

describe('encryption', () => {
  const FILE = import.meta.filename;
  const sslOf = (query: string) => {
    const client = new pg.Client({
      connectionString: clientAddress(`postgres://u:p%3Fsslmode=x@one/d${query}`),
    });
    return (
      client as unknown as {
        ssl: boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: () => void };
      }
    ).ssl;
  };

  it('checks the certificate and its name in every mode except those that exclude it, and causes no Node warning', async () => {
    const warned: string[] = [];
    const note = (warning: Error) => void warned.push(warning.message);
    process.on('warning', note);
    expect(sslOf('')).toBe(false);
    expect(sslOf('?sslmode=disable')).toBe(false);
    for (const mode of ['prefer', 'require', 'verify-full'])
      expect(sslOf(`?application_name=a&sslmode=${mode}&sslrootcert=system`)).toEqual({});
    const authority = sslOf(`?sslmode=verify-ca&sslrootcert=${FILE}`);
    expect(authority).toMatchObject({ ca: expect.any(String), checkServerIdentity: expect.any(Function) });
    expect(authority).not.toHaveProperty('rejectUnauthorized');
    expect(sslOf('?sslmode=no-verify')).toEqual({ rejectUnauthorized: false });
    // Node emits warnings in a later turn of the event loop.
    await new Promise((done) => setImmediate(done));
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it.each([
    ['?sslmode=verify_full', /sslmode=verify_full, which does not exist.*verify-full/],
    ['?sslmode=verify-ca', /without sslrootcert/],
    ['?sslmod=require', /sets sslmod, which has no effect here.*sslmode/],
    ['?SSLMODE=verify-full', /sets SSLMODE, which has no effect/],
    ['?sslmode=verify-full&sslcrl=/made-up', /sets sslcrl, which has no effect/],
    ['?sslmode=verify-full&sslrootcert=/made-up/ca.crt', /\/made-up\/ca\.crt in sslrootcert.*ENOENT/],
    [`?sslcert=${FILE}&sslkey=/made-up/own.key`, /own\.key in sslkey.*ENOENT/],
  ])('refuses %s and says what is wrong with it', (query, words) => {
    const problem = addressProblem('DATABASE_URL', `postgres://u:secret@one/d${query}`);
    expect(problem).toMatch(/^DATABASE_URL (?!.*secret)/);
    expect(problem).toMatch(words);
  });
});
