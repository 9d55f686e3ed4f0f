import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScene, type Scene, UPRN } from '../../mcp/test/hosted-client.ts';
import { bundleOf, manifestOf, serverJsonOf } from '../src/mcp/describe.ts';

const SCHEMA = join(
  import.meta.dirname,
  '../../../test/interop/node_modules/@anthropic-ai/mcpb/dist/mcpb-manifest-v0.3.schema.json',
);
const noSchema = existsSync(SCHEMA) ? null : 'npm run test:interop has not installed the schema';
if (noSchema) console.warn(`the manifest is not compared with its schema: ${noSchema}`);

let scene: Scene;
let folder: string;
beforeAll(async () => {
  scene = await openScene();
  folder = await mkdtemp(join(tmpdir(), 'domesday-bundle-'));
  for (const [name, bytes] of Object.entries(unzipSync(bundleOf(scene.hosted.mcp))))
    await writeFile(join(folder, name), bytes);
});
afterAll(async () => {
  await scene?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the bridge as the manifest says, with the settings filled in. */
async function started(mode: 'legacy' | 'auto', settings: { url?: string; key?: string } = {}) {
  const { server } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const filled = (text: string) =>
    text
      .replace(/\$\{__dirname\}/, folder)
      .replace(/\$\{user_config\.url\}/, settings.url ?? scene.hosted.mcp)
      .replace(/\$\{user_config\.key\}/, settings.key ?? scene.key);
  const env = Object.entries(server.mcp_config.env as Record<string, string>);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: server.mcp_config.args.map(filled),
    env: Object.fromEntries(env.map(([name, value]) => [name, filled(value)])),
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

describe.each(['legacy', 'auto'] as const)('the bridge of the bundle, %s', (mode) => {
  it('lists the tools, calls one and passes on a refusal', async () => {
    const client = await started(mode);
    expect((await client.listTools()).tools).toHaveLength(28);
    const found = await client.callTool({ name: 'svc_get_property', arguments: { uprn: UPRN } });
    expect(JSON.stringify(found.content)).toContain('14 HARBOUR ROW');
    const refused = await client.callTool({ name: 'svc_get_property', arguments: { uprn: '1' } });
    expect(refused.isError).toBe(true);
    await client.close();
  });
});

it('reports faults in the settings to the client', async () => {
  await expect(started('legacy', { key: `svc_live_${'0'.repeat(40)}` })).rejects.toThrow('API key');
  await expect(started('legacy', { url: 'http://127.0.0.1:1/mcp' })).rejects.toThrow('cannot be reached');
});

it('contains two files and no key, and has the same bytes whenever it is made', () => {
  expect(Object.keys(unzipSync(bundleOf(undefined))).sort()).toEqual(['bridge.mjs', 'manifest.json']);
  expect(Buffer.from(bundleOf('https://property.example.org/mcp'))).toEqual(
    Buffer.from(bundleOf('https://property.example.org/mcp')),
  );
  expect(manifestOf(undefined)).toMatchObject({
    manifest_version: '0.3',
    user_config: { url: { required: true }, key: { required: true, sensitive: true } },
  });
});

it('is the same whether the built command line or its source writes it', async () => {
  const at = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  // Uses the built program, if it is built already.
  const shipped = process.env.TEST_PROGRAMS === 'built';
  const built = shipped ? join(at.cwd, 'dist') : join(at.cwd, 'node_modules/.cache/built');
  if (!shipped) {
    const build = spawnSync(join(at.cwd, '../../node_modules/.bin/tsup'), ['--outDir', built], at);
    expect(build.stderr).toBe('');
  }
  const out = join(folder, 'built.mcpb');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(built, 'main.js'), 'mcp', 'bundle', '--out', out],
    at,
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(Object.keys(unzipSync(readFileSync(out))).sort()).toEqual(['bridge.mjs', 'manifest.json']);
  if (!shipped) await rm(built, { recursive: true });
});

it.skipIf(noSchema !== null)('has a manifest that is valid against its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const { $schema: _draft, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const validate = ajv.compile(schema);
  validate(JSON.parse(JSON.stringify(manifestOf('https://property.example.org/mcp'))));
  expect(validate.errors).toBeNull();
});

it('writes a registry entry within the limits of the registry, and refuses values that the registry would refuse', () => {
  const options = { name: 'org.example/domesday', url: 'https://property.example.org/mcp' };
  const bytes = bundleOf(options.url);
  const entry = serverJsonOf({
    ...options,
    bundle: { bytes, address: 'https://example.org/domesday.mcpb' },
  }) as {
    description: string;
  };
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    remotes: [
      { type: 'streamable-http', url: options.url, headers: [{ name: 'Authorization', isSecret: true }] },
    ],
    packages: [
      {
        registryType: 'mcpb',
        fileSha256: expect.stringMatching(/^[a-f0-9]{64}$/),
        transport: { type: 'stdio' },
      },
    ],
  });
  expect(serverJsonOf({ ...options, oauth: true })).toMatchObject({ remotes: [{ type: 'streamable-http' }] });
  expect(JSON.stringify(serverJsonOf({ ...options, oauth: true }))).not.toContain('Authorization');
  expect(() => serverJsonOf({ ...options, name: 'domesday' })).toThrow('is no name of the registry');
  expect(() => serverJsonOf({ ...options, url: 'http://127.0.0.1:8081/mcp' })).toThrow('https');
});
