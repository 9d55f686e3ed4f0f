import { connect } from 'node:net';

export interface CutAnswer {
  /** Whether the whole answer had arrived before the connection was cut. */
  received: boolean;
}

/** Sends one HTTP request unchanged and cuts the connection after `after_ms`, or when the whole answer has arrived. */
export function callAndCut(url: string, head: string, body: string, after_ms: number): Promise<CutAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let received = false;
    const timer = setTimeout(() => socket.destroy(), after_ms);
    socket.once('connect', () =>
      socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    );
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (received || !isWhole(text)) return;
      received = true;
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ received });
    });
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end));
  if (length) return text.length - end - 4 >= Number(length[1]);
  return text.endsWith('0\r\n\r\n');
}
