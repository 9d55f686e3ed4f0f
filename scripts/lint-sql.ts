import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './lib/contract.ts';
import { type Source, sqlUse } from './lib/sql-rules.ts';

const NO_SOURCE = /(^|\/)(node_modules|dist|test|generated)\/|\.test\.ts$/;

const sources: Source[] = [];
for (const folder of ['apps', 'packages'])
  for (const name of await readdir(join(root, folder), { recursive: true })) {
    const path = `${folder}/${name.replaceAll('\\', '/')}`;
    if (/\.tsx?$/.test(path) && !NO_SOURCE.test(path))
      sources.push({ path, text: await readFile(join(root, path), 'utf8') });
  }
const { problems, working } = sqlUse(sources);
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
console.log(`${working} SQL texts name the tables of one load; all others are statements`);
