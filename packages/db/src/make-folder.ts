import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents. Everybody may enter the parents, even if the folder itself is private, since
 * the embedded database may run as another user. Node's `recursive` option is not used: it retries for ever in folders
 * such as `/proc`, which accept no subfolder and report that it does not exist.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above, mode | 0o111);
  await mkdir(path, { mode }).catch(async (error) => {
    // Another process may have made the folder meanwhile.
    if (!(await isFolder(path))) throw error;
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
