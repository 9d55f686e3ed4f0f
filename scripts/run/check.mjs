import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bin, environment, install, root, TURBO_FLAGS } from './prepare.mjs';

install();

const node = process.execPath;
/**
 * Runs every check except the tests. Phases run one after another; the steps of a phase run two at a time. Each step
 * prints its name; all steps run, and the exit status says whether all passed.
 */
const PHASES = [
  // Rewrites the generated files, so no other step may read them at the same time.
  [['generated code is what is committed', bin('tsx'), ['scripts/check-generated.ts']]],
  [
    ['contract lint', bin('redocly'), ['lint', 'openapi/openapi.yaml', '--format=summary']],
    ['contract rules', bin('tsx'), ['scripts/lint-contract.ts']],
    ['parts of each dataset', bin('tsx'), ['scripts/lint-datasets.ts']],
    ['names of files and exports, width of comments', bin('tsx'), ['scripts/lint-names.ts']],
    ['paths, commands and links in documents', bin('tsx'), ['scripts/lint-documents.ts']],
    ['SQL is compared with the schema', bin('tsx'), ['scripts/lint-sql.ts']],
    ['no breaking change of the contract', bin('tsx'), ['scripts/check-breaking.ts']],
    ['types', bin('turbo'), ['run', '//#typecheck', ...TURBO_FLAGS]],
    ['types of the portal', node, ['node_modules/typescript-7/bin/tsc', '-p', 'apps/web/tsconfig.json']],
    ['lint', bin('biome'), ['ci', '--diagnostic-level=error', '.']],
    [
      'which way imports point',
      bin('depcruise'),
      ['--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'scripts', '--output-type', 'err'],
    ],
    ['dead exports and dependencies', bin('knip'), ['--no-progress', '--no-config-hints']],
  ],
  [['build', bin('turbo'), ['run', 'build', ...TURBO_FLAGS]]],
  [
    ['weight of the pages', node, ['scripts/run/check-weight.mjs']],
    ['the client as a package', node, ['scripts/run/check-sdk.mjs']],
    ['conformance to the protocol of both eras', bin('tsx'), ['test/conformance/run.ts', '--optional']],
    ['clients generated from the contract', bin('tsx'), ['test/clients/run.ts', '--where-installed']],
    ['the client on other runtimes', bin('tsx'), ['test/runtimes/run.ts', '--where-installed']],
    ['clients of other makers', bin('tsx'), ['test/interop/run.ts', '--where-installed']],
    ['integrity of the lock files', node, ['scripts/run/check-lock.mjs']],
    ['dependency audit', node, ['scripts/run/check-audit.mjs']],
  ],
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

const LANES = 2;

const failed = [];
for (const phase of PHASES) {
  const waiting = [...phase];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await check(...step);
    }),
  );
}
if (failed.length) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}

async function check(name, command, args) {
  if (args.at(-1)?.endsWith('.mjs') && !existsSync(join(root, args.at(-1))))
    throw new Error(`${args.at(-1)} is missing`);
  const began_ms = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    shell: process.platform === 'win32',
    env: { ...environment(), TEST_PROGRAMS: 'built' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complained += text;
  });
  const [status] = await once(child, 'close');
  const took_s = ((Date.now() - began_ms) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${took_s} s)`);
  if (status !== 0) {
    failed.push(name);
    console.log(`${said}${complained}`.trim());
  } else if (TOLD.has(name)) console.log(`       ${said.trim()}`);
}
