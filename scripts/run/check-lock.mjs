// Checks that every package of the lock files has the hash with which npm verifies downloads. With --fill, asks the
// registry for missing hashes: a registry with packages for only one platform leaves the others out.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const FILES = [
  'package-lock.json',
  'test/conformance/package-lock.json',
  'test/interop/package-lock.json',
  'test/clients/package-lock.json',
];
const fill = process.argv.includes('--fill');
let entries = 0;
let without = 0;
const wrong = [];
for (const file of FILES) {
  const lock = JSON.parse(readFileSync(join(root, file), 'utf8'));
  let filled = 0;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    entries++;
    // npm ci refuses a lock file that leaves out a package which is only for other platforms.
    for (const name of Object.keys(entry.optionalDependencies ?? {}))
      if (!isListed(lock, path, name)) wrong.push(`${file}: ${path} wants ${name}, which is not listed`);
    if (entry.integrity) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
    const integrity = fill ? integrityOf(name, entry.version) : null;
    if (integrity) {
      const { version, ...rest } = entry;
      lock.packages[path] = { version, integrity, ...rest };
      filled++;
      continue;
    }
    without++;
    // Packages that are built into a service or run here must be verified; a tool for another platform is only
    // reported.
    const tool = entry.dev || file !== FILES[0];
    if (!tool || !entry.optional || runsHere(entry)) wrong.push(`${file}: ${path} has no integrity`);
  }
  if (filled) writeFileSync(join(root, file), `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(
  `${entries} packages, ${entries - without} with integrity` +
    (without ? `; ${without} are build tools of other platforms, which this registry does not hold` : ''),
);
if (wrong.length) console.error(wrong.join('\n'));
process.exit(wrong.length ? 1 : 0);

function integrityOf(name, version) {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return /^sha512-\S+$/m.exec(stdout ?? '')?.[0] ?? null;
}

/** Whether Node's resolution from a package finds the other: in its own node_modules or in one above it. */
function isListed(lock, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at ? `${at}/` : ''}node_modules/${name}` in lock.packages) return true;
    if (!at) return false;
  }
}

/** By system and processor; the C library is ignored, so both variants of Linux count. */
function runsHere({ os, cpu, libc }) {
  const here = (list, value) => !list || list.includes(value);
  return here(os, process.platform) && here(cpu, process.arch) && !libc?.includes('musl');
}
