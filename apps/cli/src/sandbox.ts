import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, createKey } from '@domesday/api/accounts';
import { type Db, makeFolder } from '@domesday/db';
import { callerCanUse } from './sandbox-keys.query.ts';

export interface SandboxKeys {
  test: string;
  live: string;
}

/** The two keys that scripts read from the home folder; made again if a file or its key is missing. */
export async function sandboxKeys(db: Db, home: string): Promise<SandboxKeys> {
  await makeFolder(home);
  let account_id: string | null = null;
  const keyIn = async (file: string, mode: 'test' | 'live'): Promise<string> => {
    const path = join(home, file);
    if (existsSync(path)) {
      const secret = (await readFile(path, 'utf8')).trim();
      if (await callerCanUse(db, secret)) return secret;
    }
    account_id ??= await createAccount(db, 'sandbox', 'free');
    const { secret } = await createKey(db, { account_id, mode, label: file });
    await writeFile(path, `${secret}\n`, { mode: 0o600 });
    return secret;
  };
  return { test: await keyIn('sandbox-key', 'test'), live: await keyIn('sandbox-live-key', 'live') };
}
