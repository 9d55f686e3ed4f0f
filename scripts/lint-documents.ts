import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../apps/cli/src/commands.ts';
import { completionsOf } from '../apps/cli/src/completion.ts';
import { root } from './lib/contract.ts';
import { commandsNotTold, documentProblems, type Known } from './lib/document-rules.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const documents = files.filter((path) => path.endsWith('.md'));
const sources = files.filter(
  (path) =>
    /\.(ts|mjs|yaml|sql|json|service|example)$|Dockerfile$/.test(path) && !path.includes('/generated/'),
);
const texts = new Map(documents.map((path) => [path, read(path)]));
const known: Known = {
  files,
  sources: sources.map(read).join('\n'),
  npm_scripts: Object.keys(JSON.parse(read('package.json')).scripts),
  benches: files.flatMap((path) => /^bench\/([a-z-]+)\.ts$/.exec(path)?.[1] ?? []),
  commands: new Map(completionsOf(await programOf()).map(({ path, options }) => [path, options])),
  pages: [...read('apps/web/src/pages.ts').matchAll(/\[\/(\^.*?\$)\/,/g)].map(
    ([, page]) => new RegExp(page!),
  ),
};
const problems = [...documentProblems(texts, known), ...commandsNotTold(texts, known)];
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
console.log(`${documents.length} documents name nothing that is not there`);
