import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Mutant, mutants } from './mutants.ts';

/**
 * `npm run test:mutants [-- 1/2] [words]`: inserts one fault at a time in a copy of the checkout and runs the tests
 * that should find it. Exits with 0 if 95 % are found.
 */
const LEAST_FOUND = 0.95;
const LONGEST_MS = 300_000;
/** All of those tests at once, without a fault. */
const LONGEST_WHOLE_MS = 1_500_000;
const root = resolve(import.meta.dirname, '../..');
const [share_of, ...others] = process.argv.slice(2);
const part = /^(\d+)\/(\d+)$/.exec(share_of ?? '');
const words = part || !share_of ? others : [share_of, ...others];
const wanted = mutants
  .filter((one) => words.length === 0 || words.some((word) => one.name.includes(word)))
  .filter((_, i) => !part || i % Number(part[2]) === Number(part[1]) - 1);
const folder = mkdtempSync(join(tmpdir(), 'domesday-mutants-'));
const copy = join(folder, 'checkout');
const began_ms = Date.now();
const found: Mutant[] = [];
const missed: { mutant: Mutant; why: string }[] = [];
try {
  copyCheckout();
  const all = [...new Set(wanted.flatMap((one) => one.tests))];
  if (
    !process.env.MUTANTS_TRUST &&
    run('npx', ['vitest', 'run', '--bail=1', ...all], LONGEST_WHOLE_MS) !== 'passed'
  )
    throw new Error('The tests fail without any fault planted.');
  for (const mutant of wanted) {
    const why = survives(mutant);
    console.log(`${why === null ? 'found ' : 'MISSED'} ${mutant.name}${why ? `: ${why}` : ''}`);
    if (why === null) found.push(mutant);
    else missed.push({ mutant, why });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const share = found.length / wanted.length;
console.log(
  `\n${found.length} of ${wanted.length} planted faults found (${Math.round(share * 100)} %) in ${Math.round((Date.now() - began_ms) / 1000)} s`,
);
for (const { mutant, why } of missed) console.log(`missed: ${mutant.name} (${mutant.file}): ${why}`);
process.exit(share >= LEAST_FOUND ? 0 : 1);

/** Null if a test failed; else why the fault survived. */
function survives({ file, find, replace, tests }: Mutant): string | null {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(find).length !== 2) return 'its place is not there exactly once';
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  const ofSchema = file.startsWith('packages/db/sql/');
  if (ofSchema) again();
  try {
    const came = run('npx', ['vitest', 'run', '--bail=1', ...tests], LONGEST_MS);
    return came === 'failed' ? null : came === 'passed' ? 'no test failed' : 'the tests did not end in time';
  } finally {
    writeFileSync(path, sound);
    if (ofSchema) again();
  }
}

/** Regenerates the text of the SQL functions. */
function again(): void {
  if (run('npx', ['tsx', 'scripts/generate.ts'], LONGEST_MS) !== 'passed')
    throw new Error('The functions cannot be generated.');
}

function run(command: string, args: string[], longest_ms: number): 'passed' | 'failed' | 'late' {
  const { status } = spawnSync(command, args, {
    cwd: copy,
    stdio: process.env.MUTANTS_SHOW ? 'inherit' : 'ignore',
    timeout: longest_ms,
    shell: process.platform === 'win32',
  });
  return status === 0 ? 'passed' : status === null ? 'late' : 'failed';
}

/**
 * Copies the files in git and the built apps, and links the installed packages: ours to the copy, all others to the
 * originals.
 */
function copyCheckout(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const name of stdout.split('\0').filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    cpSync(join(root, name), join(copy, name));
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name);
    // These links are relative, so in the copy they point to the copy.
    if (name === '@domesday') cpSync(from, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, join(modules, name));
  }
  for (const inside of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, inside))) {
      const own = join(root, inside, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(copy, inside, name, 'node_modules'));
      const built = join(root, inside, name, 'dist');
      if (existsSync(built)) cpSync(built, join(copy, inside, name, 'dist'), { recursive: true });
    }
  }
}
