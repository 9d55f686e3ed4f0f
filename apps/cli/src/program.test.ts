import { withSecretFiles } from '@domesday/db';
import { afterEach, expect, it, vi } from 'vitest';
import { environmentFor } from './program.ts';

afterEach(() => vi.unstubAllEnvs());

it('starts child processes on its own database, even if DATABASE_URL_FILE names another one', () => {
  vi.stubEnv('DATABASE_URL_FILE', '/nowhere');
  const url = 'postgres://made-up@127.0.0.1/fictional';
  expect(withSecretFiles(environmentFor(url)).DATABASE_URL).toBe(url);
});
