import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, where they are absent. Those above may be entered by all, also where the folder is
 * private: the embedded database may run as another user than root. Node's `recursive` tries for ever in a folder that
 * takes no new ones and says that they do not exist, as `/proc` does.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above, mode | 0o111);
  await mkdir(path, { mode }).catch(async (error) => {
    // Another process may have made it meanwhile.
    if (!(await isFolder(path))) throw error;
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
