// Writes the packages that run in a service as CycloneDX to standard output, from the lock file alone. `npm sbom
// --omit=dev` would leave out each package that the tests use as well, such as the client of PostgreSQL, so all are
// listed first and then those that are marked as tools of development taken away.
import { spawnSync } from 'node:child_process';
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
console.log(JSON.stringify(bom, null, 2));
