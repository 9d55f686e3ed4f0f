import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://u:p@one/d';
const problem = (env: NodeJS.ProcessEnv): string | null => {
  try {
    readConfig({ DATABASE_URL, ...env });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

it('refuses a REDIS_URL that cannot be read, in a sentence that does not show the password', () => {
  for (const REDIS_URL of ['redis://:s3cret@one/x', 'redis://:s3cret%zz@one', 'redis://:s3cret@one/0/1'])
    expect(problem({ REDIS_URL })).toMatch(/^REDIS_URL cannot be read\.(?!.*s3cret)/);
  for (const REDIS_URL of ['redis://one', 'rediss://u:p%2F@one:6380/3', 'redis://[::1]:6379/'])
    expect(problem({ REDIS_URL })).toBeNull();
});

it('refuses a PUBLIC_URL that contains spaces or a password', () => {
  expect(problem({ PUBLIC_URL: 'https://u:s3cret@x.example' })).toMatch(/no password(?!.*s3cret)/);
  for (const PUBLIC_URL of ['https://x.example/ ', ' https://x.example', 'https://x.example\n'])
    expect(problem({ PUBLIC_URL })).toMatch(/^PUBLIC_URL .* without spaces\.$/);
  expect(problem({ PUBLIC_URL: 'https://x.example/' })).toBeNull();
});
