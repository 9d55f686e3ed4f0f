import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wideComments } from './lib/comment-width.ts';
import { root } from './lib/contract.ts';
import { vagueNames } from './lib/names.ts';

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' });
const files = tracked.split('\n').filter((path) => path && !path.includes('/generated/'));
const problems = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  // Shipped migrations never change.
  return path.includes('/migrations/')
    ? vagueNames(path, text)
    : [...vagueNames(path, text), ...wideComments(path, text)];
});
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
