import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleFiles, readContract } from './bundle.ts';
import { datasetFiles, readSources } from './datasets.ts';
import { type GeneratedFile, root } from './lib/contract.ts';
import { mcpToolFiles } from './mcp-tools.ts';
import { operationFiles } from './operations.ts';
import { propertyFieldFiles } from './property-fields.ts';
import { readmeFiles } from './readme-tables.ts';
import { routeFiles } from './routes.ts';
import { functionFiles, migrationFiles, schemaFiles } from './schema.ts';
import { sdkFiles } from './sdk.ts';
import { typeFiles } from './types.ts';

/** Folders that contain only generated files: files that are no longer generated are deleted. */
const OWNED = [
  'packages/contract/generated',
  'packages/mcp-tools/generated',
  'packages/sdk/src/generated',
  'apps/api/src/generated',
  'packages/datasets/generated',
  'packages/db/generated',
];

// Written first: the schema is read with the package that carries the migrations and functions.
const database = [...(await migrationFiles()), ...(await functionFiles())];
await write(database);
const { plain, dereferenced } = await readContract();
const files: GeneratedFile[] = [
  ...bundleFiles(plain),
  ...(await typeFiles(plain)),
  ...operationFiles(dereferenced),
  ...propertyFieldFiles(dereferenced),
  ...routeFiles(dereferenced),
  ...sdkFiles(dereferenced),
  ...mcpToolFiles(dereferenced),
  ...(await datasetFiles(await readSources())),
  ...(await readmeFiles(dereferenced)),
  ...database,
  ...(await schemaFiles()),
];

const expected = new Set(files.map((f) => f.path));
for (const folder of OWNED) {
  await mkdir(join(root, folder), { recursive: true });
  for (const name of await readdir(join(root, folder))) {
    if (!expected.has(`${folder}/${name}`)) await rm(join(root, folder, name), { recursive: true });
  }
}
const written = await write(files);
console.log(`generated ${files.length} files, ${written} changed`);

/** All generated paths: whole folders, and single files in other folders. */
export const generated: string[] = [...OWNED, ...files.map(({ path }) => path)];

/** Writes the files that have changed; returns how many it wrote. */
async function write(files: GeneratedFile[]): Promise<number> {
  let written = 0;
  for (const { path, text } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if ((await readFile(target, 'utf8').catch(() => null)) === text) continue;
    await writeFile(target, text);
    written++;
  }
  return written;
}
