/** The first bytes, and the whole stream including them. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  count: number,
): Promise<[Uint8Array, AsyncGenerator<Uint8Array>]> {
  const source = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await source.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen;
      for (;;) {
        const next = await source.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  return [Buffer.concat(seen), again()];
}
