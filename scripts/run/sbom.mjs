// Writes the packages that run in a service as CycloneDX to standard output, from the lock file. `npm sbom --omit=dev`
// would leave out each package that the tests use as well, such as the client of PostgreSQL, so all packages are listed
// first, and then those marked as development tools are removed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const made = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
if (made.status !== 0) {
  console.error(made.stderr);
  process.exit(1);
}
const bom = JSON.parse(made.stdout);
const tool = (component) => component.properties?.some((one) => one.name === 'cdx:npm:package:development');
const dropped = new Set(bom.components.filter(tool).map((one) => one['bom-ref']));
bom.components = bom.components.filter((one) => !dropped.has(one['bom-ref']));
bom.dependencies = bom.dependencies
  .filter((one) => !dropped.has(one.ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => !dropped.has(ref)) }));
for (const component of bom.components) component.licenses ??= oldLicences(component);
console.log(JSON.stringify(bom, null, 2));

/** Older packages list their licences in a form that npm omits from the lock file. */
function oldLicences({ name, group }) {
  const path = join(root, 'node_modules', group ? `${group}/${name}` : name, 'package.json');
  try {
    const { licenses } = JSON.parse(readFileSync(path, 'utf8'));
    return licenses?.map(({ type }) => ({ license: { id: type } }));
  } catch {
    return undefined;
  }
}
