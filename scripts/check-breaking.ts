import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContract } from './bundle.ts';
import { breakingChanges } from './lib/breaking.ts';
import { type Contract, root } from './lib/contract.ts';

const BUNDLE = 'packages/contract/generated/openapi.json';

interface Exception {
  change: string;
  why: string;
}

/** The newest committed contract that differs from the one in the tree; null if there is none. */
function previousContract(now: string): { commit: string; contract: Contract } | null {
  const log = spawnSync('git', ['log', '--format=%H', '-n', '20', '--', BUNDLE], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const commit of log.stdout.split('\n').filter(Boolean)) {
    const shown = spawnSync('git', ['show', `${commit}:${BUNDLE}`], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (shown.status === 0 && shown.stdout !== now) return { commit, contract: JSON.parse(shown.stdout) };
  }
  return null;
}

const { plain } = await readContract();
const previous = previousContract(`${JSON.stringify(plain, null, 2)}\n`);
if (!previous) {
  console.log('no earlier contract to compare with');
  process.exit(0);
}
const exceptions = JSON.parse(
  await readFile(join(root, 'openapi/breaking-exceptions.json'), 'utf8'),
) as Exception[];
const allowed = new Set(exceptions.map((e) => e.change));
const changes = breakingChanges(previous.contract, plain);
const refused = changes.filter((change) => !allowed.has(change));
for (const change of refused) console.error(`breaks clients of ${previous.commit.slice(0, 10)}: ${change}`);
if (refused.length) {
  console.error('Undo it, or put it with its reason into openapi/breaking-exceptions.json.');
  process.exit(1);
}
