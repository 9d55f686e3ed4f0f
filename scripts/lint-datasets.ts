import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SANDBOX_DATASETS } from '../packages/sandbox/src/index.ts';
import { datasetFolders } from './datasets.ts';
import { root } from './lib/contract.ts';
import { type DatasetFolder, lackingParts } from './lib/dataset-rules.ts';

const FOLDER = 'packages/datasets';

const folders: DatasetFolder[] = [];
for (const id of await datasetFolders()) {
  const path = join(root, FOLDER, id);
  const source = join(path, 'source.ts');
  const exported = existsSync(source) ? await import(pathToFileURL(source).href) : {};
  folders.push({ id, files: await readdir(path), source: exported.source });
}
const names = (await readdir(join(root, FOLDER), { recursive: true })).filter((name) =>
  /\.test\.ts$/.test(name),
);
const tests = await Promise.all(names.map((name) => readFile(join(root, FOLDER, name), 'utf8')));
const problems = lackingParts(folders, tests, new Set<string>(SANDBOX_DATASETS));
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
