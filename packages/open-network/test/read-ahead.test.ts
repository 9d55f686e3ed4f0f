import { readAhead } from '@domesday/open-network/read-ahead';
import { closingServer } from '@domesday/testing/closing-server';
import { Agent, request, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A single chunk of a socket: the reader is behind although nothing is left to read from the socket.
const PIECE_BYTES = 50_000;
const dispatcher = new Agent().compose(readAhead);
let origin: string;
let close: () => void;
beforeAll(async () => {
  ({ origin, close } = await closingServer());
});
afterAll(() => close());

const behind = () => new Promise((done) => setTimeout(done, 50));

// The assertion that ends a process cannot be caught: vitest itself fails on it.
it.each([`/${PIECE_BYTES}`, `/${PIECE_BYTES}/with-length`, '/3000000'])(
  'reads an answer to its end even if its server closed the connection before: %s',
  async (path) => {
    const answer = await undiciFetch(origin + path, { dispatcher });
    let bytes = 0;
    for await (const chunk of answer.body!) {
      if (bytes === 0) await behind();
      bytes += chunk.length;
    }
    expect(bytes).toBe(Number(path.split('/')[1]));
  },
);

it('survives an answer of which only the headers are read', async () => {
  const options = { dispatcher };
  expect((await undiciFetch(`${origin}/${PIECE_BYTES}`, options)).status).toBe(404);
  const { statusCode, body } = await request(`${origin}/${PIECE_BYTES}`, options);
  await behind();
  expect(statusCode).toBe(404);
  expect((await body.text()).length).toBe(PIECE_BYTES);
});

it('fails the reading of an answer whose connection was cut', async () => {
  const answer = await undiciFetch(`${origin}/${2 * PIECE_BYTES}/with-length/cut`, { dispatcher });
  await behind();
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
});
