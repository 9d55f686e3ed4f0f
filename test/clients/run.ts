import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import document from '@domesday/contract/openapi.json' with { type: 'json' };

/** Generates clients from the contract with the generators of other makers, compiles them, and calls each. */
const run = promisify(execFile);
const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const bin = (name: string) => join(modules, '.bin', name);

if (!existsSync(modules)) {
  if (process.argv.includes('--where-installed')) {
    console.log('The generators are not installed here; npm run test:clients installs and runs them.');
    process.exit(0);
  }
  const options = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  const installed = spawnSync('npm', options, { cwd: here, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`The generators could not be installed:\n${installed.stderr}`);
}

/**
 * The property `quote` tells a quote from a full answer. The schema of a lean answer is open, so its fields have no
 * types.
 */
const USE = `
import { client } from './hey/client.gen';
import { valuationsSale } from './hey/sdk.gen';
import { valuationsSale as orvalSale } from './orval-fetch/client';
import { Api } from './swagger/client';

const baseUrl = process.env.BASE_URL!;
client.setConfig({ baseUrl, auth: 'svc_test_key' });
const { data } = await valuationsSale({ path: { uprn: '1' }, query: { quote: true } });
if (!data || !('quote' in data)) throw new Error('hey-api: no quote');
const first = Number(data.credits);

const real = globalThis.fetch;
globalThis.fetch = ((url: string, options: RequestInit) => real(new URL(url, baseUrl), options)) as typeof fetch;
const answer = await orvalSale('1', { quote: true });
if (answer.status !== 200 || !('quote' in answer.data)) throw new Error('orval: no quote');
const second = Number(answer.data.credits);
globalThis.fetch = real;

const api = new Api({ baseUrl });
const { data: third } = await api.valuations.valuationsSale('1', { quote: true });
if (!('quote' in third)) throw new Error('swagger-typescript-api: no quote');
console.log(JSON.stringify([first, second, third.credits]));
`;

const folder = await mkdtemp(join(tmpdir(), 'domesday-clients-'));
try {
  await symlink(modules, join(folder, 'node_modules'));
  await generate();
  await checkNames();
  await compile();
  await call();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function generate(): Promise<void> {
  const contract = join(folder, 'openapi.json');
  const plain = join(folder, 'openapi-plain.json');
  await writeFile(contract, JSON.stringify(document));
  await writeFile(plain, JSON.stringify(withoutContent()));
  const to = (name: string) => join(folder, name, 'client.ts');
  await run(bin('openapi-ts'), [
    '-i',
    contract,
    '-o',
    join(folder, 'hey'),
    '-c',
    '@hey-api/client-fetch',
    '--silent',
  ]);
  await run(bin('orval'), ['--input', plain, '--output', to('orval-fetch'), '--client', 'fetch']);
  await run(bin('orval'), ['--input', contract, '--output', to('orval-zod'), '--client', 'zod']);
  const out = ['-o', join(folder, 'swagger'), '-n', 'client.ts'];
  await run(bin('swagger-typescript-api'), ['generate', '-p', contract, ...out]);
}

/** orval's fetch client does not support parameters with `content`, so the polygon is declared as a string for it. */
function withoutContent(): object {
  const copy = structuredClone(document) as {
    components: { parameters: Record<string, object> };
    paths: object;
  };
  const plain = (parameter: Record<string, unknown>): void => {
    if (!parameter.content) return;
    delete parameter.content;
    parameter.schema = { type: 'string' };
  };
  for (const one of Object.values(copy.components.parameters)) plain(one as Record<string, unknown>);
  for (const path of Object.values(copy.paths))
    for (const one of Object.values(path as object))
      for (const parameter of one?.parameters ?? []) plain(parameter);
  return copy;
}

/** Identifiers of the operations, as the contract has them. */
function identifiers(): string[] {
  const paths = Object.values(
    document.paths as unknown as Record<string, Record<string, { operationId?: string }>>,
  );
  return paths.flatMap((path) => Object.values(path).flatMap((one) => one?.operationId ?? []));
}

/** Names are made of the operation's identifier: `valuations.development_gdv` is `valuationsDevelopmentGdv`. */
async function checkNames(): Promise<void> {
  const names = identifiers().map((id) =>
    id.replace(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase()),
  );
  for (const [file, form] of [
    ['hey/sdk.gen.ts', (name: string) => `export const ${name} =`],
    ['orval-fetch/client.ts', (name: string) => `export const ${name} =`],
    ['swagger/client.ts', (name: string) => `    ${name}: (`],
  ] as const) {
    const text = await readFile(join(folder, file), 'utf8');
    const missing = names.filter((name) => !text.includes(form(name)));
    if (missing.length) throw new Error(`${file} lacks ${missing.join(', ')}`);
  }
}

async function compile(): Promise<void> {
  await writeFile(
    join(folder, 'use.ts'),
    `declare const process: { env: Record<string, string | undefined> };\n${USE}`,
  );
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  };
  const include = ['use.ts', 'hey', 'orval-fetch', 'orval-zod', 'swagger'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await run(bin('tsc'), ['-p', folder]).catch(({ stdout }) => {
    throw new Error(`The generated clients do not compile:\n${String(stdout).slice(0, 4000)}`);
  });
}

async function call(): Promise<void> {
  const server = createServer((request, response) => {
    const asked =
      request.url?.startsWith('/valuations/1/sale?quote=true') || request.url?.includes('/1/sale?quote=true');
    response.writeHead(asked ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(asked ? { quote: true, credits: 3 } : { asked: request.url }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tsx = join(here, '../../node_modules/.bin/tsx');
  try {
    const BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { ...process.env, BASE_URL };
    const { stdout } = await run(tsx, [join(folder, 'use.ts')], { cwd: folder, env });
    if (stdout.trim() !== '[3,3,3]') throw new Error(`The generated clients answered ${stdout}`);
  } finally {
    server.close();
  }
  console.log('hey-api, orval (fetch, zod) and swagger-typescript-api: generated, compiled and called');
}
