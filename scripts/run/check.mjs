import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bin, environment, install, root, TURBO_FLAGS } from './prepare.mjs';

install();

const node = process.execPath;
/** Everything but the tests. Each step prints its name; all run, and the exit status says whether all passed. */
const STEPS = [
  ['contract lint', bin('redocly'), ['lint', 'openapi/openapi.yaml', '--format=summary']],
  ['contract rules', bin('tsx'), ['scripts/lint-contract.ts']],
  ['parts of each dataset', bin('tsx'), ['scripts/lint-datasets.ts']],
  ['names of files and exports', bin('tsx'), ['scripts/lint-names.ts']],
  ['paths, commands and links in documents', bin('tsx'), ['scripts/lint-documents.ts']],
  ['SQL is compared with the schema', bin('tsx'), ['scripts/lint-sql.ts']],
  ['generated code is what is committed', node, ['scripts/run/check-generated.mjs']],
  ['no breaking change of the contract', bin('tsx'), ['scripts/check-breaking.ts']],
  ['types', bin('turbo'), ['run', '//#typecheck', ...TURBO_FLAGS]],
  ['types of the portal', bin('tsc'), ['-p', 'apps/web/tsconfig.json']],
  ['lint', bin('biome'), ['ci', '--diagnostic-level=error', '.']],
  [
    'which way imports point',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'scripts', '--output-type', 'err'],
  ],
  ['dead exports and dependencies', bin('knip'), ['--no-progress', '--no-config-hints']],
  ['build', bin('turbo'), ['run', 'build', ...TURBO_FLAGS]],
  ['weight of the pages', node, ['scripts/run/check-weight.mjs']],
  ['the client as a package', node, ['scripts/run/check-sdk.mjs']],
  ['conformance to the protocol of both eras', bin('tsx'), ['test/conformance/run.ts', '--optional']],
  ['clients generated from the contract', bin('tsx'), ['test/clients/run.ts', '--where-installed']],
  ['the client on other runtimes', bin('tsx'), ['test/runtimes/run.ts', '--where-installed']],
  ['clients of other makers', bin('tsx'), ['test/interop/run.ts', '--where-installed']],
  ['integrity of the lock files', node, ['scripts/run/check-lock.mjs']],
  ['dependency audit', node, ['scripts/run/check-audit.mjs']],
];

/** Steps whose output is shown even if they pass. */
const TOLD = new Set([
  'SQL is compared with the schema',
  'weight of the pages',
  'clients generated from the contract',
  'the client on other runtimes',
  'clients of other makers',
  'integrity of the lock files',
  'dependency audit',
]);

const failed = [];
for (const [name, command, args] of STEPS) {
  if (args.at(-1)?.endsWith('.mjs') && !existsSync(join(root, args.at(-1))))
    throw new Error(`${args.at(-1)} is missing`);
  const began_ms = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: environment(),
    maxBuffer: 64 * 1024 * 1024,
  });
  const took_s = ((Date.now() - began_ms) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${took_s} s)`);
  if (status !== 0) {
    failed.push(name);
    console.log(`${stdout}${stderr}`.trim());
  } else if (TOLD.has(name)) console.log(`       ${stdout.trim()}`);
}
if (failed.length) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}
