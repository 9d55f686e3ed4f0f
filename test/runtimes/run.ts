import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs the published client on each runtime that it promises: two versions of Node, Deno, Bun and a worker. */
const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '../..');
const modules = join(here, 'node_modules');

if (!existsSync(modules)) {
  if (process.argv.includes('--where-installed')) {
    console.log('The runtimes are not installed here; npm run test:runtimes installs and runs them.');
    process.exit(0);
  }
  // Without a lock file: a registry may hold the runtimes of its own platform only, and the versions are pinned.
  const options = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline'];
  const installed = spawnSync('npm', options, { cwd: here, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`The runtimes could not be installed:\n${installed.stderr}`);
}

const SMOKE = `
import { createClient, NotFoundError } from './sdk.mjs';
export async function smoke(baseUrl) {
  const client = createClient({ apiKey: 'svc_test_key', baseUrl, retries: 1 });
  const { data, info } = await client.addresses.search.withResponse({ q: '14 harbour' });
  const refused = await client.properties.get({ uprn: '1' }).catch((error) => error instanceof NotFoundError);
  return JSON.stringify([data.count, info.credits.charged, refused]);
}
`;
const EXPECTED = '[1,1,true]';

const folder = await mkdtemp(join(tmpdir(), 'domesday-runtimes-'));
const server = createServer((request, response) => {
  const found = request.url?.startsWith('/v1/addresses/search');
  const error = {
    code: 'uprn_not_found',
    message: 'No such UPRN.',
    status: 404,
    details: [],
    request_id: 'req_1',
  };
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json', 'x-credits-charged': '1' });
  response.end(JSON.stringify(found ? { results: [], count: 1 } : { error }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const told: string[] = [];
let failed = false;
try {
  await prepare();
  const bin = (name: string) => join(modules, '.bin', name);
  await tell('Node', process.execPath, ['program.mjs']);
  await tell('Node 24', bin('node'), ['program.mjs']);
  await tell('Deno', bin('deno'), ['run', '--allow-net', 'program.mjs']);
  await tell('Bun', bin('bun'), ['program.mjs']);
  await tellWorker();
} finally {
  server.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(told.join('\n'));
process.exit(failed ? 1 : 0);

/** One file with the client and what it depends on, as a worker is given it. */
async function prepare(): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['run', 'build', '-w', '@domesday/sdk'], { cwd: root });
  const tsup = createRequire(join(root, 'package.json')).resolve('tsup');
  const { build } = createRequire(tsup)('esbuild') as {
    build(options: object): Promise<unknown>;
  };
  await build({
    entryPoints: [join(root, 'packages/sdk/dist/index.js')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'sdk.mjs'),
  });
  await writeFile(join(folder, 'smoke.mjs'), SMOKE);
  const program = `import { smoke } from './smoke.mjs';\nconsole.log(await smoke('${url}'));\n`;
  await writeFile(join(folder, 'program.mjs'), program);
  const worker = `import { smoke } from './smoke.mjs';\nexport default { fetch: async () => new Response(await smoke('${url}')) };\n`;
  await writeFile(join(folder, 'worker.mjs'), worker);
}

async function tell(name: string, command: string, args: string[]): Promise<void> {
  if (!existsSync(command)) return void told.push(`skipped ${name}: it is not installed here`);
  await judge(name, async () => (await run(command, args, { cwd: folder, timeout: 60_000 })).stdout.trim());
}

async function tellWorker(): Promise<void> {
  if (!existsSync(join(modules, 'miniflare')))
    return void told.push('skipped workerd: it is not installed here');
  await judge('workerd', async () => {
    const { Miniflare } = createRequire(join(modules, 'miniflare/package.json'))('miniflare') as {
      Miniflare: new (
        options: object,
      ) => { dispatchFetch(address: string): Promise<{ text(): Promise<string> }>; dispose(): Promise<void> };
    };
    const files = ['worker.mjs', 'smoke.mjs', 'sdk.mjs'].map((file) => ({
      type: 'ESModule',
      path: join(folder, file),
    }));
    const worker = new Miniflare({ modules: files, modulesRoot: folder, compatibilityDate: '2026-01-01' });
    try {
      return await (await worker.dispatchFetch('http://worker.test/')).text();
    } finally {
      await worker.dispose();
    }
  });
}

async function judge(name: string, answer: () => Promise<string>): Promise<void> {
  const said = await answer().catch((error: Error) => error.message.slice(0, 300));
  if (said !== EXPECTED) failed = true;
  told.push(said === EXPECTED ? `ok      ${name}` : `FAILED  ${name}: ${said}`);
}
