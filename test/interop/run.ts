import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from '@domesday/mcp-tools';
import { forgetOperator } from '@domesday/testing/own-settings';
import { startService } from '../lib/service.ts';

type Seen = { names: string[]; good: string; bad: string };
type Client = (url: string, key: string) => Promise<Seen>;

const here = import.meta.dirname;
const WAIT_MS = 60_000;
forgetOperator();

if (!existsSync(join(here, 'node_modules'))) {
  if (process.argv.includes('--where-installed')) {
    console.log('The clients are not installed here; npm run test:interop installs and runs them.');
    process.exit(0);
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefer-offline',
    '--fetch-retries=1',
  ];
  const installed = spawnSync(npm, options, { cwd: here, encoding: 'utf8' });
  if (installed.status !== 0) {
    console.error(`The clients could not be installed in test/interop:\n${installed.stderr}`);
    process.exit(process.argv.includes('--optional') ? 0 : 1);
  }
}

const { clients } = (await import(new URL('./clients.mjs', import.meta.url).href)) as {
  clients: Record<string, Client>;
};
const expected = tools.map((tool) => tool.name).sort();
const service = await startService();
let failed = 0;
for (const [name, client] of Object.entries(clients)) {
  const problems = await problemsOf(client, await service.newKey());
  if (problems.length) failed++;
  console.log(
    `${problems.length ? 'FAILED' : 'ok    '} ${name}${problems.map((p) => `\n         ${p}`).join('')}`,
  );
}
await service.stop();
console.log(
  `${Object.keys(clients).length - failed} clients passed, ${failed} failed, ${expected.length} tools each`,
);
process.exit(failed ? 1 : 0);

async function problemsOf(client: Client, key: string): Promise<string[]> {
  try {
    const { names, good, bad } = await Promise.race([
      client(service.mcp_url, key),
      new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error('no end in sight')), WAIT_MS).unref(),
      ),
    ]);
    const problems: string[] = [];
    if (names.sort().join() !== expected.join()) problems.push(`lists ${names.join(', ') || 'nothing'}`);
    if (!good.includes('api_version')) problems.push(`reads no answer: ${good.slice(0, 300)}`);
    if (!bad.includes('Nothing was charged')) problems.push(`reads no refusal: ${bad.slice(0, 300)}`);
    return problems;
  } catch (error) {
    return [`stops with ${error}`];
  }
}
