import { type AddressInfo, connect, createServer } from 'node:net';
import type { QueryConfig } from 'pg';

/** A proxy in front of a PostgreSQL that records the statements passing through, with their values. */
export interface Recorder {
  /** Address of the database through the recorder. */
  url: string;
  /** The statements since the last call, in the order in which they were sent. */
  taken(): QueryConfig[];
  stop(): void;
}

export async function recordStatements(database_url: string): Promise<Recorder> {
  const target = new URL(database_url);
  let statements: QueryConfig[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = messages((statement) => void statements.push(statement));
    client.on('data', (piece: Buffer) => {
      read(piece);
      upstream.write(piece);
    });
    upstream.on('data', (piece) => client.write(piece));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const through = new URL(database_url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A Unix socket in the address would bypass the recorder.
  through.searchParams.delete('host');
  return {
    url: through.href,
    taken: () => {
      const all = statements;
      statements = [];
      return all;
    },
    stop: () => void server.close(),
  };
}

/**
 * Reads what a client sends in PostgreSQL's protocol 3.0: `Parse` names a statement, `Bind` gives its values and
 * `Execute` runs it. The first message of a connection has a length and no type.
 */
function messages(executed: (statement: QueryConfig) => void): (piece: Buffer) => void {
  const texts = new Map<string, string>();
  let bound: QueryConfig | null = null;
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const typed = started ? 1 : 0;
      if (rest.length < typed + 4) return;
      const end = typed + rest.readInt32BE(typed);
      if (rest.length < end) return;
      const type = started ? String.fromCharCode(rest[0]!) : '';
      const body = rest.subarray(typed + 4, end);
      rest = rest.subarray(end);
      started = true;
      if (type === 'P') {
        const [name, text] = [textAt(body, 0), textAt(body, textEnd(body, 0))];
        texts.set(name, text);
      } else if (type === 'B') bound = boundOf(body, texts);
      else if (type === 'E' && bound) executed(bound);
    }
  };
}

const textEnd = (body: Buffer, from: number): number => body.indexOf(0, from) + 1;
const textAt = (body: Buffer, from: number): string => body.toString('utf8', from, textEnd(body, from) - 1);

/** A value in text form is a string, one in binary form a Buffer, as node-postgres sends them. */
function boundOf(body: Buffer, texts: Map<string, string>): QueryConfig {
  const portal = textEnd(body, 0);
  const name = textAt(body, portal);
  let at = textEnd(body, portal);
  const taken = (bytes: number): Buffer => {
    at += bytes;
    return body.subarray(at - bytes, at);
  };
  const short = () => taken(2).readInt16BE();
  const formats = Array.from({ length: short() }, short);
  const values = Array.from({ length: short() }, (_, i) => {
    const bytes = taken(4).readInt32BE();
    if (bytes < 0) return null;
    const value = taken(bytes);
    return (formats[i] ?? formats[0]) === 1 ? Buffer.from(value) : value.toString();
  });
  return { ...(name && { name }), text: texts.get(name)!, values };
}
