import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { tools } from '@domesday/mcp-tools';
import { strToU8, zipSync } from 'fflate';
import { WrongCommandLine } from '../argument-values.ts';

const DESCRIPTION = 'UK property data: addresses, prices, values, rents, risks, planning, with sources.';
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
/** The zip format begins in 1980; one fixed time makes the same bundle of the same files. */
const FIXED_TIME = new Date(1980, 0, 1);

/** The manifest of a bundle, in version 0.3 of the specification, which current clients read. */
export function manifestOf(url: string | undefined): object {
  return {
    manifest_version: '0.3',
    name: 'domesday',
    display_name: 'Domesday',
    version: document.info.version,
    description: DESCRIPTION,
    long_description:
      'Connects this client to a Domesday server. The server answers from data that its operator loaded and says for every answer where it came from. Calls cost credits of the key.',
    author: { name: 'The operator of the Domesday server' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: 'bridge.mjs',
      mcp_config: {
        command: 'node',
        args: [slot('__dirname', '/bridge.mjs')],
        env: { DOMESDAY_URL: slot('user_config.url'), DOMESDAY_KEY: slot('user_config.key') },
      },
    },
    tools: (tools as { name: string; title?: string }[]).map(({ name, title }) => ({
      name,
      ...(title ? { description: title } : {}),
    })),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18' } },
    user_config: {
      url: {
        type: 'string',
        title: 'Address of the server',
        description: 'Ends in /mcp, such as https://property.example.org/mcp.',
        required: true,
        ...(url ? { default: url } : {}),
      },
      key: {
        type: 'string',
        title: 'API key',
        description: 'Begins with svc_live_ or svc_test_. Kept by the client, sent to the server alone.',
        required: true,
        sensitive: true,
      },
    },
  };
}

/** A bundle for desktop clients (.mcpb): the manifest and the bridge. It holds no key. */
export function bundleOf(url: string | undefined): Uint8Array {
  const files = {
    'manifest.json': strToU8(`${JSON.stringify(manifestOf(url), null, 2)}\n`),
    'bridge.mjs': new Uint8Array(readFileSync(bridgeFile())),
  };
  return zipSync(files, { mtime: FIXED_TIME, level: 9 });
}

export interface ServerJsonOptions {
  name: string;
  url: string;
  /** Hosted clients sign in, so the entry requires no header. */
  oauth?: boolean;
  /** A bundle and the address at which it is published. */
  bundle?: { bytes: Uint8Array; address: string };
}

/** The entry of a public server in the MCP registry. Throws if the registry would refuse it. */
export function serverJsonOf({ name, url, oauth, bundle }: ServerJsonOptions): object {
  if (!NAME.test(name) || name.length > 200)
    throw new WrongCommandLine(
      `"${name}" is no name of the registry: it takes one like org.example/domesday.`,
    );
  for (const address of [url, ...(bundle ? [bundle.address] : [])])
    if (URL.parse(address)?.protocol !== 'https:')
      throw new WrongCommandLine(
        `"${address}" must be an https address: the registry takes public servers alone.`,
      );
  const header = {
    name: 'Authorization',
    description: 'Bearer and an API key, such as: Bearer svc_live_…',
    isRequired: true,
    isSecret: true,
  };
  const version = document.info.version;
  return {
    $schema: SERVER_SCHEMA,
    name,
    title: 'Domesday',
    description: DESCRIPTION,
    version,
    remotes: [{ type: 'streamable-http', url, ...(oauth ? {} : { headers: [header] }) }],
    ...(bundle
      ? {
          packages: [
            {
              registryType: 'mcpb',
              identifier: bundle.address,
              version,
              fileSha256: createHash('sha256').update(bundle.bytes).digest('hex'),
              transport: { type: 'stdio' },
            },
          ],
        }
      : {}),
  };
}

/** Something that the client fills in. */
function slot(name: string, behind = ''): string {
  return `\${${name}}${behind}`;
}

/** The bridge lies beside this module, both in the build and in the source. */
function bridgeFile(): string {
  const places = ['bridge.mjs', 'mcp/bridge.js'].map((name) => join(import.meta.dirname, name));
  return places.find((place) => existsSync(place)) ?? places[0]!;
}
