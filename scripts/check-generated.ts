import { spawnSync } from 'node:child_process';
import { generated } from './generate.ts';
import { root } from './lib/contract.ts';

// Uses status, since a diff does not show a new file.
const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...generated], {
  cwd: root,
  encoding: 'utf8',
});
if (stdout.trim()) {
  console.error(
    `What is generated differs from what is committed. Run npm run generate and commit:\n${stdout}`,
  );
  process.exit(1);
}
