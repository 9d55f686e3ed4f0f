// Each client lists the tools, calls one and reads the text of a refusal. Plain JavaScript, since what these
// packages say of their types differs from one release to the next.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startProxy } from '../conformance/proxy.ts';

const GOOD = ['svc_api_status', {}];
const BAD = ['svc_get_property', { uprn: '999999999999' }];
const headersOf = (key) => ({ Authorization: `Bearer ${key}` });

/** A result or an error of a call, as the text that a model would read. */
function textOf(value) {
  if (value instanceof Error) return value.message;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function reading(promise) {
  return textOf(await promise.catch((error) => error));
}

export const clients = {
  '@ai-sdk/mcp': async (url, key) => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: 'http', url, headers: headersOf(key) } });
    const tools = await client.tools();
    const call = ([name, args]) => reading(tools[name].execute(args, { toolCallId: '1', messages: [] }));
    const seen = { names: Object.keys(tools), good: await call(GOOD), bad: await call(BAD) };
    await client.close();
    return seen;
  },
  '@langchain/mcp-adapters': async (url, key) => {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({
      mcpServers: { svc: { transport: 'http', url, headers: headersOf(key) } },
    });
    const tools = await client.getTools();
    const call = ([name, args]) => reading(tools.find((tool) => tool.name === name).invoke(args));
    const seen = { names: tools.map((tool) => tool.name), good: await call(GOOD), bad: await call(BAD) };
    await client.close();
    return seen;
  },
  '@openai/agents': async (url, key) => {
    const { MCPServerStreamableHttp } = await import('@openai/agents');
    const server = new MCPServerStreamableHttp({
      url,
      name: 'svc',
      requestInit: { headers: headersOf(key) },
    });
    await server.connect();
    const tools = await server.listTools();
    const call = ([name, args]) => reading(server.callTool(name, args));
    const seen = { names: tools.map((tool) => tool.name), good: await call(GOOD), bad: await call(BAD) };
    await server.close();
    return seen;
  },
  'mcp-remote': async (url, key) => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const proxy = join(import.meta.dirname, 'node_modules/mcp-remote/dist/proxy.js');
    const args = [
      proxy,
      url,
      '--allow-http',
      '--transport',
      'http-only',
      '--header',
      `Authorization:Bearer ${key}`,
    ];
    const client = new Client({ name: 'interop', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    const call = ([name, given]) => reading(client.callTool({ name, arguments: given }));
    const seen = { names: tools.map((tool) => tool.name), good: await call(GOOD), bad: await call(BAD) };
    await client.close();
    return seen;
  },
  'mcp-use': async (url, key) => {
    const { MCPClient } = await import('mcp-use');
    const client = MCPClient.fromDict({ mcpServers: { svc: { url, headers: headersOf(key) } } });
    const session = await client.createSession('svc');
    const tools = await session.listTools();
    const call = ([name, args]) => reading(session.callTool(name, args));
    const seen = { names: tools.map((tool) => tool.name), good: await call(GOOD), bad: await call(BAD) };
    await client.closeAllSessions();
    return seen;
  },
  '@mastra/mcp': async (url, key) => {
    const { MCPClient } = await import('@mastra/mcp');
    const requestInit = { headers: headersOf(key) };
    const client = new MCPClient({ servers: { svc: { url: new URL(url), requestInit } } });
    const tools = await client.getTools();
    const call = ([name, args]) => reading(tools[`svc_${name}`].execute({ context: args }));
    const seen = {
      names: Object.keys(tools).map((n) => n.slice(4)),
      good: await call(GOOD),
      bad: await call(BAD),
    };
    await client.disconnect();
    return seen;
  },
  // The last version for Node 20 cannot send a header, so a proxy adds the key.
  '@modelcontextprotocol/inspector --cli': async (url, key) => {
    const cli = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/inspector/cli/build/index.js');
    const proxy = await startProxy(url, key);
    const run = (...args) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [cli, proxy.url, '--transport', 'http', ...args]);
        let text = '';
        const read = (chunk) => {
          text += chunk;
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
        child.once('exit', () => done(text));
      });
    const call = ([name, args]) => {
      const given = Object.entries(args).flatMap(([argument, value]) => [
        '--tool-arg',
        `${argument}=${value}`,
      ]);
      return run('--method', 'tools/call', '--tool-name', name, ...given);
    };
    const listed = JSON.parse(await run('--method', 'tools/list'));
    const seen = {
      names: listed.tools.map((tool) => tool.name),
      good: await call(GOOD),
      bad: await call(BAD),
    };
    proxy.close();
    return seen;
  },
};
