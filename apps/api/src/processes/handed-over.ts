import type { Worker } from 'node:cluster';

/** What Node's own code sends to a worker with a connection, and what the worker returns when it has taken it. */
interface Handed {
  act?: string;
  seq?: number;
}
interface Taken {
  ack?: number;
}
interface Connection {
  close(): void;
}

/**
 * Closes connections that were handed to a worker that died before it took them, such as one that hung. Node would hold
 * them open for ever, and their clients would wait until they give up.
 */
export function closeUntaken(worker: Worker): void {
  const child = worker.process;
  const untaken = new Map<number, Connection>();
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean;
  child.send = (...sent: unknown[]) => {
    const [{ act, seq }, connection] = sent as [Handed, Connection | undefined];
    if (act === 'newconn' && seq !== undefined && connection) untaken.set(seq, connection);
    return send(...sent);
  };
  child.on('internalMessage', ({ ack }: Taken) => ack !== undefined && untaken.delete(ack));
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
  });
}
