// Bridges a client that starts programs (stdio) to a Domesday server (Streamable HTTP). It needs Node 18 and nothing
// else, since it travels alone in an .mcpb bundle. The address and the key come from the settings of the bundle.
import { createInterface } from 'node:readline';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const address = process.env.DOMESDAY_URL ?? '';
const key = process.env.DOMESDAY_KEY ?? '';
/** Version that initialize agreed on; clients of 2026-07-28 name theirs in each message instead. */
let agreed = '';
const under_way = new Map();

const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

function headersOf(message) {
  const own = message.params?._meta?.[VERSION_KEY];
  const version = own ?? agreed;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(version ? { 'mcp-protocol-version': version } : {}),
    // From 2026-07-28 on the headers repeat what the body says.
    ...(own ? { 'mcp-method': message.method } : {}),
    ...(own && message.params?.name ? { 'mcp-name': message.params.name } : {}),
  };
}

function pass(text, message) {
  const answer = JSON.parse(text);
  if (message.method === 'initialize') agreed = answer.result?.protocolVersion ?? agreed;
  // What could not be read has no id; the client waits for its own.
  if (answer.error && answer.id == null && message.id !== undefined) answer.id = message.id;
  tell(answer);
}

async function passEvents(body, message) {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trimStart()).join('\n');
      if (data) pass(data, message);
    }
  }
}

async function send(message) {
  const stop = new AbortController();
  if (message.id !== undefined) under_way.set(message.id, stop);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: headersOf(message),
      body: JSON.stringify(message),
      signal: stop.signal,
    });
    if (response.headers.get('content-type')?.includes('text/event-stream'))
      await passEvents(response.body, message);
    else {
      const text = await response.text();
      if (text && message.id !== undefined) pass(text, message);
    }
  } catch (error) {
    if (stop.signal.aborted || message.id === undefined) return;
    const why = error.cause?.code ?? error.message;
    const words = `The Domesday server at ${address} cannot be reached or did not answer as an MCP server (${why}).`;
    tell({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: words } });
  } finally {
    under_way.delete(message.id);
  }
}

if (!URL.canParse(address)) {
  console.error('DOMESDAY_URL must be the address of the server, such as https://property.example.org/mcp.');
  process.exit(2);
}
const sending = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    tell({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not JSON.' } });
    continue;
  }
  if (message.method === 'notifications/cancelled') under_way.get(message.params?.requestId)?.abort();
  const sent = send(message).finally(() => sending.delete(sent));
  sending.add(sent);
  // The answer to initialize says which version the messages behind it are sent under.
  if (message.method === 'initialize') await sent;
}
await Promise.all(sending);
