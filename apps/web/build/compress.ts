import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|mjs|css|html|json|svg|md)$/;

/** Writes each text file also as .gz and .br, so that the server never compresses. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => COMPRESSED.test(name)).map((name) => both(join(folder, name))),
      );
    },
  };
}

async function both(path: string): Promise<void> {
  const bytes = await readFile(path);
  // The highest quality levels take four times as long for 2 % less.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
}
