import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let registry: Server;
let port: number;

/** A checkout with only the scripts, and a registry with one made-up package. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-install-'));
  await cp(join(import.meta.dirname, 'run'), join(folder, 'scripts/run'), { recursive: true });
  await mkdir(join(folder, '.turbo'));
  registry = createServer(async (request, response) => {
    const version = /quax-([0-9.]+)\.tgz$/.exec(request.url!)![1]!;
    response.end(await packed(version));
  });
  await listen(0);
  port = (registry.address() as AddressInfo).port;
});
afterAll(async () => {
  registry?.close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(on: number): Promise<void> {
  registry.listen(on, '127.0.0.1');
  await once(registry, 'listening');
}

/** The package as npm packs it. */
async function packed(version: string): Promise<Buffer> {
  const made = join(folder, `quax-${version}`);
  await mkdir(made, { recursive: true });
  await writeFile(join(made, 'package.json'), JSON.stringify({ name: 'quax', version }));
  spawnSync('npm', ['pack', '--silent'], { cwd: made, shell: process.platform === 'win32' });
  return readFile(join(made, `quax-${version}.tgz`));
}

type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

async function checkOut(version: string, kind: Kind = 'dependencies'): Promise<void> {
  const own = { name: 'checkout', version: '1.0.0', [kind]: { quax: version } };
  const resolved = `http://127.0.0.1:${port}/quax/-/quax-${version}.tgz`;
  const only = { dependencies: {}, devDependencies: { dev: true }, optionalDependencies: { optional: true } }[
    kind
  ];
  const packages = { '': own, 'node_modules/quax': { version, resolved, ...only } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(own));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
}

async function install(more: NodeJS.ProcessEnv = {}): Promise<{ status: number | null; told: string }> {
  const prepare = pathToFileURL(join(folder, 'scripts/run/prepare.mjs')).href;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `(await import(${JSON.stringify(prepare)})).install()`],
    {
      env: {
        ...process.env,
        npm_config_cache: join(folder, 'cache'),
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retries: '0',
        ...more,
      },
    },
  );
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += text));
  const [status] = await once(child, 'exit');
  return { status, told };
}

const installed = async (): Promise<string> =>
  JSON.parse(await readFile(join(folder, 'node_modules/quax/package.json'), 'utf8')).version;

it('leaves the installed packages in place if those of an update cannot be fetched', async () => {
  await checkOut('1.0.0');
  expect((await install()).status).toBe(0);
  expect(await installed()).toBe('1.0.0');
  await checkOut('2.0.0');
  registry.close();
  registry.closeAllConnections();
  const failed = await install();
  expect([failed.status, failed.told]).toEqual([1, expect.stringContaining('Run the same command again.')]);
  expect(await installed()).toBe('1.0.0');
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  await checkOut('1.0.0');
  expect((await install()).status).toBe(0);
  await checkOut('2.0.0');
  await listen(port);
  expect((await install()).status).toBe(0);
  expect(await installed()).toBe('2.0.0');
  expect(await readFile(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
});

it.each<[Kind, NodeJS.ProcessEnv]>([
  ['devDependencies', { NODE_ENV: 'production' }],
  ['devDependencies', { npm_config_omit: 'dev' }],
  ['optionalDependencies', { npm_config_omit: 'optional' }],
])(
  'installs %s even if the environment has %o, since a start needs them for the build and the embedded database',
  async (kind, env) => {
    await rm(join(folder, 'node_modules'), { recursive: true, force: true });
    await checkOut('3.0.0', kind);
    expect((await install(env)).status).toBe(0);
    expect(await installed()).toBe('3.0.0');
  },
);
