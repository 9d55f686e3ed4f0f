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

interface Committed {
  commit: string;
  contract: Contract;
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : null;
}

const contractOf = (commit: string): string | null => git('show', `${commit}:${BUNDLE}`);

/** The newest committed contract that differs from the one in the tree; null if there is none. */
function previousContract(now: string): Committed | null {
  const log = git('log', '--format=%H', '-n', '20', '--', BUNDLE) ?? '';
  for (const commit of log.split('\n').filter(Boolean)) {
    const shown = contractOf(commit);
    if (shown !== null && shown !== now) return { commit, contract: JSON.parse(shown) };
  }
  return null;
}

const readJson = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));

/** The contract of the last release, from which clients were generated; null in a checkout without its commit. */
async function releasedContract(): Promise<Committed | null> {
  const { version, commit } = (await readJson('openapi/released.json')) as {
    version: string;
    commit: string;
  };
  const shown = contractOf(commit);
  if (shown === null) console.log(`the contract of ${version} is not in this checkout: not compared with`);
  return shown === null ? null : { commit, contract: JSON.parse(shown) };
}

const { plain } = await readContract();
const earlier = [previousContract(`${JSON.stringify(plain, null, 2)}\n`), await releasedContract()];
const exceptions = (await readJson('openapi/breaking-exceptions.json')) as Exception[];
const allowed = new Set(exceptions.map((e) => e.change));
const refused = earlier.flatMap((one) =>
  (one ? breakingChanges(one.contract, plain) : [])
    .filter((change) => !allowed.has(change))
    .map((change) => `breaks clients of ${one!.commit.slice(0, 10)}: ${change}`),
);
for (const sentence of refused) console.error(sentence);
if (refused.length) {
  console.error('Undo it, or put it with its reason into openapi/breaking-exceptions.json.');
  process.exit(1);
}
