import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BULK_FLAGS, bin, build, install, root, run } from './prepare.mjs';

install();
build();
const [name, ...args] = process.argv.slice(2);
const file = join(root, 'bench', `${name}.ts`);
if (!name || !existsSync(file)) {
  const names = readdirSync(join(root, 'bench'))
    .filter((f) => /^[a-z-]+\.ts$/.test(f))
    .map((f) => f.slice(0, -3));
  console.error(`Name a benchmark: npm run bench -- <${names.join(' | ')}> [options]`);
  process.exit(1);
}
run(bin('tsx'), [...BULK_FLAGS, 'bench/lib/run.mts', name, ...args]);
