import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createAccount, createKey } from '@domesday/api/accounts';
import { type Db, inTransaction, makeFolder } from '@domesday/db';
import { writeWhole } from '@domesday/files/machine';
import { callerCanUse } from './sandbox-keys.query.ts';
import { keyFiles } from './settings.ts';

export interface SandboxKeys {
  test: string;
  live: string;
}

/** Returns the two keys that scripts read from the home folder; makes new ones if a file or its key is missing. */
export async function sandboxKeys(db: Db, home: string): Promise<SandboxKeys> {
  await makeFolder(home);
  const [test, live] = keyFiles(home);
  // One transaction: if the start is ended here, or the files cannot be written, no account without a known key is
  // left.
  return inTransaction(db, async (client) => {
    let account_id: string | null = null;
    const keyIn = async (path: string, mode: 'test' | 'live'): Promise<string> => {
      if (existsSync(path)) {
        const secret = (await readFile(path, 'utf8')).trim();
        if (await callerCanUse(client, secret)) return secret;
      }
      account_id ??= await createAccount(client, 'sandbox', 'free');
      const { secret } = await createKey(client, { account_id, mode, label: basename(path) });
      await writeWhole(path, `${secret}\n`, 0o600);
      return secret;
    };
    return { test: await keyIn(test, 'test'), live: await keyIn(live, 'live') };
  });
}
