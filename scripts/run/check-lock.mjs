// Every package of the lock files has the hash that npm compares what it fetches with. With --fill, asks the registry
// for those that have none: a registry that holds only packages of its own platform leaves the others out.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const FILES = ['package-lock.json', 'test/conformance/package-lock.json', 'test/interop/package-lock.json'];
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
    // What is built into a service or runs here must be verified; a tool for another platform is only said.
    if (!entry.dev || !entry.optional || runsHere(entry)) wrong.push(`${file}: ${path} has no integrity`);
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

/** By system and processor; the C library is not asked, so both of a Linux count. */
function runsHere({ os, cpu, libc }) {
  const here = (list, value) => !list || list.includes(value);
  return here(os, process.platform) && here(cpu, process.arch) && !libc?.includes('musl');
}
