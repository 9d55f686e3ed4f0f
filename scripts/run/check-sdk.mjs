// Packs the published client, installs it into an empty project, type-checks and runs programs against it there.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const sdk = join(root, 'packages/sdk');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const MOST_GZIPPED_BYTES = 9 * 1024;

const EXPECTED = [
  'LICENSE',
  'README.md',
  'dist/index.cjs',
  'dist/index.d.cts',
  'dist/index.d.ts',
  'dist/index.js',
  'package.json',
];

const TYPED = `
import { createClient, DomesdayError, type Schema } from '@domesday/sdk';

const client = createClient({ apiKey: 'svc_test_key', baseUrl: 'http://127.0.0.1:8080/v1', retries: 1 });
export async function first(): Promise<Schema<'SearchResult'> | undefined> {
  try {
    const { data, info } = await client.addresses.search.withResponse({ q: '14 harbour', limit: 5 });
    const charged: number | null = info.credits.charged;
    return charged === 0 ? undefined : data.results[0];
  } catch (error) {
    if (error instanceof DomesdayError && error.code === 'rate_limited') return undefined;
    throw error;
  }
}
// Optional arguments may also be undefined.
const left_out = { signal: undefined, retries: undefined, headers: undefined };
createClient({ apiKey: 'svc_test_key', baseUrl: undefined, fetch: undefined, hooks: { onRetry: undefined } });
export const optional = () => client.addresses.search({ q: '14 harbour', limit: undefined, quote: undefined }, left_out);
const units = [{ type: 'flat' as const, bedrooms: 2, count: 1, floor_area_sqm: undefined }];
export const within = () => client.valuations.developmentGdv({ outcode: 'XE1', units });
// @ts-expect-error q is required
export const missing = () => client.addresses.search({ limit: 5 });
`;

const PROGRAM = `
const client = createClient({ apiKey: 'svc_test_key', baseUrl: process.env.BASE_URL });
const found = client.addresses.search({ q: '14 harbour' });
const refused = client.properties.get({ uprn: '1' }).catch((error) => [error instanceof DomesdayError, error.code]);
Promise.all([found, refused]).then((both) => console.log(JSON.stringify(both)));
`;

const folder = await mkdtemp(join(tmpdir(), 'domesday-sdk-'));
try {
  // Uses the command of the README, as in a new clone, where the client is not built yet.
  await rm(join(sdk, 'dist'), { recursive: true, force: true });
  await run(npm, ['pack', '--workspace', 'packages/sdk', '--pack-destination', folder], { cwd: root });
  const tarball = await pack(sdk);
  checkContents(tarball);
  await checkSize();
  await checkPackage(tarball);
  await checkRuntimeNeutral();
  await install(tarball);
  await typeCheck();
  await runPrograms();
  console.log(
    `sdk: ${tarball.files.length} files packed, installed, type-checked and run as ESM and CommonJS`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function pack(path) {
  const { stdout } = await run(npm, [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    path,
  ]);
  const parsed = JSON.parse(stdout);
  const [packed] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  return { name: packed.filename, files: packed.files.map((file) => file.path).sort() };
}

function checkContents({ files }) {
  const wrong = [
    ...files.filter((path) => !EXPECTED.includes(path)).map((path) => `${path} should not be in the package`),
    ...EXPECTED.filter((path) => !files.includes(path)).map((path) => `${path} is missing from the package`),
  ];
  if (wrong.length) throw new Error(wrong.join('\n'));
}

/**
 * Size for an edge worker: the client with openapi-fetch, its one dependency, bundled, minified and gzipped.
 */
async function checkSize() {
  const { build } = createRequire(createRequire(join(root, 'package.json')).resolve('tsup'))('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(sdk, 'dist/index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const bytes = gzipSync(outputFiles[0].contents).length;
  console.log(`sdk: ${bytes} bytes gzipped, with openapi-fetch`);
  if (bytes > MOST_GZIPPED_BYTES)
    throw new Error(`The client is larger than ${MOST_GZIPPED_BYTES} bytes gzipped.`);
}

/** Whether every kind of import finds its code and its types. */
async function checkPackage({ name }) {
  const bin = (program) => join(root, 'node_modules/.bin', program);
  const shell = process.platform === 'win32';
  for (const [program, args] of [
    ['publint', ['run', sdk, '--strict']],
    ['attw', [join(folder, name), '--no-emoji']],
  ])
    await run(bin(program), args, { cwd: sdk, shell }).catch(({ stdout, stderr }) => {
      throw new Error(`${program} finds fault with the package:\n${stdout}${stderr}`);
    });
}

/** Edge runtimes have neither Node's modules nor its globals. */
async function checkRuntimeNeutral() {
  for (const name of ['index.js', 'index.cjs']) {
    const text = await readFile(join(sdk, 'dist', name), 'utf8');
    const imports = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"']+)["']/g)].map(
      (m) => m[1],
    );
    const foreign = imports.filter((from) => from !== 'openapi-fetch');
    if (foreign.length) throw new Error(`dist/${name} imports ${foreign.join(', ')}`);
    const globals = text.match(/\b(process|Buffer|__dirname|setImmediate)\b/);
    if (globals) throw new Error(`dist/${name} uses ${globals[0]}, which only Node has`);
  }
}

/** From the registry or the npm cache; without either, with the dependencies installed in the repository. */
async function install(tarball) {
  const manifest = { name: 'empty', private: true, version: '0.0.0', type: 'module' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0'];
  try {
    await run(npm, ['install', '--prefer-offline', ...options, `./${tarball.name}`], { cwd: folder });
  } catch {
    const require = createRequire(join(sdk, 'package.json'));
    const fetcher = dirname(dirname(require.resolve('openapi-fetch')));
    const helpers = join(dirname(fetcher), 'openapi-typescript-helpers');
    const packed = [tarball, await pack(fetcher), await pack(helpers)].map(({ name }) => `./${name}`);
    await run(npm, ['install', '--offline', ...options, ...packed], { cwd: folder });
  }
}

async function typeCheck() {
  const tsc = createRequire(join(root, 'package.json')).resolve('typescript/bin/tsc');
  for (const [name, compilerOptions] of Object.entries({
    node: { module: 'nodenext', moduleResolution: 'nodenext' },
    bundler: { module: 'esnext', moduleResolution: 'bundler' },
  })) {
    const src = join(folder, name);
    await mkdir(src);
    await writeFile(join(src, 'esm.mts'), TYPED);
    if (name === 'node') await writeFile(join(src, 'common.cts'), TYPED);
    const common = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(
      join(src, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...common, ...compilerOptions } }),
    );
    await run(process.execPath, [tsc, '-p', src], { cwd: folder }).catch(({ stdout }) => {
      throw new Error(`The client does not type-check in an empty project (${name}):\n${stdout}`);
    });
  }
}

async function runPrograms() {
  const server = createServer((request, response) => {
    const found = request.url === '/v1/addresses/search?q=14%20harbour';
    const error = { code: 'uprn_not_found', message: 'No such UPRN.', status: 404, details: [] };
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { results: [], count: 0 } : { error }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${server.address().port}` };
  try {
    for (const [name, load] of [
      ['program.mjs', "import { createClient, DomesdayError } from '@domesday/sdk';"],
      ['program.cjs', "const { createClient, DomesdayError } = require('@domesday/sdk');"],
    ]) {
      await writeFile(join(folder, name), load + PROGRAM);
      const { stdout } = await run(process.execPath, [name], { cwd: folder, env });
      const expected = '[{"results":[],"count":0},[true,"uprn_not_found"]]';
      if (stdout.trim() !== expected)
        throw new Error(`${name} printed ${stdout.trim()} instead of ${expected}`);
    }
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
