import { expect, it } from 'vitest';
import { addressProblem } from './database-url.ts';

it('refuses an address of several hosts or with session attributes in a sentence, instead of using half of it', () => {
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

it('refuses an address whose password is not encoded by the name of its variable, and does not repeat it', () => {
  for (const password of ['s/ecret', 's#ecret', 's?ecret'])
    expect(addressProblem('DATABASE_URL', `postgres://u:${password}@one/d`)).toMatch(
      /^DATABASE_URL cannot be read\.(?!.*ecret).*%23/,
    );
  expect(addressProblem('DATABASE_URL', 'postgres://u:s%2Fe%23c%3Fr@one/d')).toBeNull();
});
