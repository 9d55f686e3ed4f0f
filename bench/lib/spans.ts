import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Span {
  name: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  kind: number;
}

const CLIENT = 3;
/** The steps of a request that are reported, and the spans of each. */
const STEPS = {
  authenticate: ['authenticate'],
  limit: ['limit', 'slot', 'price', 'source', 'repeat', 'afford'],
  validate: ['body', 'validate'],
  write: ['write'],
  settle: ['settle'],
};

/** A collector of traces in this process that adds up the steps of each operation's requests. */
export async function collectSpans() {
  const spans: Span[] = [];
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    for (const { scopeSpans } of JSON.parse(Buffer.concat(parts).toString()).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    res.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const ms = (from: string | number, to: string | number) => (Number(to) - Number(from)) / 1e6;
  const took = (span: Span) => ms(span.startTimeUnixNano, span.endTimeUnixNano);

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Mean milliseconds of each step, and number of statements, for the requests to one operation. */
    steps(operation: string): Record<string, number> | null {
      const requests = spans.filter((span) => span.name === operation);
      if (requests.length === 0) return null;
      const sums = {
        authenticate: 0,
        limit: 0,
        validate: 0,
        read: 0,
        think: 0,
        write: 0,
        settle: 0,
        statements: 0,
      };
      for (const request of requests) {
        const mine = spans.filter((span) => span.parentSpanId === request.spanId);
        for (const [step, names] of Object.entries(STEPS))
          for (const span of mine)
            if (names.includes(span.name) && span.kind !== CLIENT)
              sums[step as keyof typeof STEPS] += took(span);
        const handler = mine.find((span) => span.name === 'handler');
        if (!handler) continue;
        const reads = mine.filter(
          (span) => span.kind === CLIENT && Number(span.startTimeUnixNano) < Number(handler.endTimeUnixNano),
        );
        const read = reading(reads);
        sums.read += read;
        sums.think += took(handler) - read;
        sums.statements += mine.filter((span) => span.kind === CLIENT).length;
      }
      return Object.fromEntries(
        Object.entries(sums).map(([step, sum]) => [step, Number((sum / requests.length).toFixed(2))]),
      );
    },
    forget: () => void spans.splice(0),
    stop: () => server.close(),
  };

  /** Milliseconds in which at least one statement was running. */
  function reading(reads: Span[]): number {
    let sum = 0;
    let until = 0;
    for (const { startTimeUnixNano, endTimeUnixNano } of reads.sort(
      (a, b) => Number(a.startTimeUnixNano) - Number(b.startTimeUnixNano),
    )) {
      const from = Math.max(until, Number(startTimeUnixNano));
      if (Number(endTimeUnixNano) > from) sum += ms(from, endTimeUnixNano);
      until = Math.max(until, Number(endTimeUnixNano));
    }
    return sum;
  }
}
