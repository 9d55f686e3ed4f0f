import { connect } from 'node:net';

/**
 * A number of connections that each send the same text. `{i}` in it is replaced by the connection's number, in 40
 * digits.
 */
export interface Crowd {
  port: number;
  connections: number;
  text: string;
  /** How often each connection sends the text, without waiting for answers. */
  times: number;
  /** Whether the answers are read. */
  reads: boolean;
}

/** A separate process, so that its work does not delay the ordinary clients that are measured. */
const { port, connections, text, times, reads } = JSON.parse(process.argv[2]!) as Crowd;
const told = Array.from(
  { length: connections },
  (_, i) =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      if (reads) socket.resume();
      else socket.pause();
      socket.on('error', () => done(false));
      socket.once('connect', () => setTimeout(done, 500, true));
      socket.write(text.replaceAll('{i}', String(i).padStart(40, '0')).repeat(times));
    }),
);
const met = (await Promise.all(told)).filter(Boolean).length;
process.send!({ met });
setInterval(() => {}, 1000);
