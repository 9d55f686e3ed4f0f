// Bridges a client that starts programs (stdio) to a Domesday server (Streamable HTTP). It needs only Node 18, since it
// is shipped alone in an .mcpb bundle. The address and the key come from the settings of the bundle.
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const address = process.env.DOMESDAY_URL ?? '';
const key = (process.env.DOMESDAY_KEY ?? '').trim();
/** Version that initialize agreed on; clients of 2026-07-28 name theirs in each message instead. */
let agreed = '';
const under_way = new Map();
/** Shorter than the minute that clients wait, after which they report no reason. */
const SILENCE_MS = 45_000;
const SILENT = new Error(`it has sent nothing for ${SILENCE_MS / 1000} s`);
/**
 * Progress token. It makes the server report progress every few seconds, so that a long call is not taken for a broken
 * connection.
 */
const PROGRESS = 'domesday-bridge';

/**
 * Keeps a number that is too large, so that the server refuses it: `JSON.stringify` alone would write null, as if the
 * argument were absent.
 */
const toJson = (message) =>
  JSON.stringify(message, (_, inner) =>
    typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner,
  );

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

function withProgress(message) {
  const { method, params } = message;
  if (method !== 'tools/call' || params?._meta?.progressToken !== undefined) return message;
  return { ...message, params: { ...params, _meta: { ...params?._meta, progressToken: PROGRESS } } };
}

/** Passes a message on to the client. Returns whether it is the answer that the client waits for. */
function pass(text, message, status = 200) {
  const answer = JSON.parse(text);
  // Not every JSON answer is a message: a server may answer like this at a path without MCP, and the client would wait
  // on.
  if (answer?.jsonrpc !== '2.0') throw new Error(`HTTP ${status}: is it the address that ends in /mcp?`);
  // The bridge asked for this progress report, not the client.
  if (answer.params?.progressToken === PROGRESS) return false;
  if (message.method === 'initialize') agreed = answer.result?.protocolVersion ?? agreed;
  // An answer to an unreadable request has no id, but the client waits for the id that it sent.
  if (answer.error && answer.id == null && message.id !== undefined) answer.id = message.id;
  // The server's message names a header, but the reader sets a variable or a field of the client.
  if (status === 401 && answer.error) answer.error.message = keyRefused();
  tell(answer);
  return answer.id === message.id;
}

function keyRefused() {
  const fault = key === '' ? 'is empty' : 'holds a key that this server does not know, or that is revoked';
  return `DOMESDAY_KEY ${fault}: enter an API key of ${address} in the settings of the client.`;
}

async function passEvents(body, message, heard) {
  let rest = '';
  let answered = false;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    heard();
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trimStart()).join('\n');
      if (data && pass(data, message)) answered = true;
    }
  }
  return answered;
}

/** Passes on the server's answer. Throws with advice for the user if the response is not an MCP answer. */
async function passAnswer(response, message, heard) {
  const { status, headers, body } = response;
  if (status >= 300 && status < 400)
    throw new Error(`it redirects to ${headers.get('location')}: set that as the address`);
  const type = headers.get('content-type') ?? '';
  if (type.includes('text/event-stream')) {
    if (!(await passEvents(body, message, heard))) throw new Error('its answer broke off');
    return;
  }
  const text = await response.text();
  if (!type.includes('json') || text === '') throw new Error(`HTTP ${status} without an answer`);
  pass(text, message, status);
}

/**
 * What is wrong with the settings; null if they look usable. Clients show answers to requests but not the output of a
 * program that ends, so the bridge keeps running and answers with this text.
 */
function faultOfSettings() {
  if (!isWebAddress(address))
    return 'DOMESDAY_URL must be the address of the server, such as https://property.example.org/mcp.';
  if (!/^[\x21-\x7e]*$/.test(key))
    return 'DOMESDAY_KEY holds a character that no key has: copy the key again.';
  return null;
}

/** Node has `URL.canParse` only from 18.17 on. */
function isWebAddress(text) {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
const fault = faultOfSettings();
if (fault) console.error(fault);

async function send(message) {
  if (fault) {
    if (message.id !== undefined)
      tell({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: fault } });
    return;
  }
  const stop = new AbortController();
  if (message.id !== undefined) under_way.set(message.id, stop);
  let silence;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(SILENT), SILENCE_MS);
  };
  heard();
  try {
    // biome-ignore lint/style/noRestrictedGlobals: one file without packages, which asks the operator's server alone.
    const response = await fetch(address, {
      method: 'POST',
      headers: headersOf(message),
      body: toJson(withProgress(message)),
      signal: stop.signal,
      // A redirection would turn the message into a GET.
      redirect: 'manual',
    });
    if (message.id === undefined) await response.text();
    else await passAnswer(response, message, heard);
  } catch (error) {
    const silent = stop.signal.reason === SILENT;
    if ((stop.signal.aborted && !silent) || message.id === undefined) return;
    const why = silent ? SILENT.message : (error.cause?.code ?? error.message);
    const words = `The Domesday server at ${address} cannot be reached or did not answer as an MCP server (${why}).`;
    tell({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: words } });
  } finally {
    clearTimeout(silence);
    under_way.delete(message.id);
  }
}

// The client has gone.
process.stdout.on('error', () => process.exit(0));

/** The lines of the client. Only a line feed ends a line: JSON may contain other line separators of Unicode. */
async function* linesOf(stream) {
  let parts = [];
  for await (const chunk of stream.setEncoding('utf8')) {
    // Only the new chunk is searched: otherwise a line of many chunks would be searched again with each chunk.
    const [end, ...begun] = chunk.split('\n');
    parts.push(end);
    for (const line of begun) {
      yield parts.join('');
      parts = [line];
    }
  }
  yield parts.join('');
}

/** The messages of a line: one, or the list that clients of 2025-03-26 may send. */
function messagesOf(line) {
  let read;
  try {
    read = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    tell({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The line is not JSON.' } });
    return [];
  }
  const [wrong, right] = [[], []];
  for (const one of [read].flat()) (typeof one === 'object' && one !== null ? right : wrong).push(one);
  const error = { code: -32600, message: 'A message is a JSON object.' };
  if (wrong.length > 0) tell({ jsonrpc: '2.0', id: null, error });
  return right;
}

const sending = new Set();
for await (const line of linesOf(process.stdin)) {
  if (line.trim() === '') continue;
  for (const message of messagesOf(line)) {
    if (message.method === 'notifications/cancelled') under_way.get(message.params?.requestId)?.abort();
    const sent = send(message).finally(() => sending.delete(sent));
    sending.add(sent);
    // The answer to initialize says which version the messages behind it are sent under.
    if (message.method === 'initialize') await sent;
  }
}
await Promise.all(sending);
