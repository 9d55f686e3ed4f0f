import { spawnSync } from 'node:child_process';
import { bin, environment, root } from './prepare.mjs';

const generated = [
  'packages/contract/generated',
  'packages/mcp-tools/generated',
  'packages/sdk/src/generated',
  'apps/api/src/generated',
  'packages/datasets/generated',
  'packages/db/generated',
];
const readmes = [
  'README.md',
  'packages/sdk/README.md',
  'packages/mcp-tools/README.md',
  'docs/data.md',
  'docs/data-areas.md',
  'docs/data-location.md',
];

const made = spawnSync(bin('tsx'), ['scripts/generate.ts'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  env: environment(),
});
if (made.status !== 0) {
  console.error(made.stdout + made.stderr);
  process.exit(1);
}
// Uses status, since a diff does not show a new file.
const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...generated, ...readmes], {
  cwd: root,
  encoding: 'utf8',
});
if (stdout.trim()) {
  console.error(
    `What is generated differs from what is committed. Run npm run generate and commit:\n${stdout}`,
  );
  process.exit(1);
}
