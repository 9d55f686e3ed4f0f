import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const LINES = 'naïve,£5\r\nplain,1\n“quoted”,€\rlast – one';

const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** A table whose lines come from two programs with different encodings. */
const MIXED = Buffer.concat([
  Buffer.from('naïve,1\r\n'),
  Buffer.from([0x93, 0x71, 0x94, 0x2c, 0x80, 0xa3, 0x0a]),
  Buffer.from('£,2\n'),
]);

/** A table written by a spreadsheet program on a Mac. */
const OF_MAC = Buffer.concat([
  Buffer.from('name,price\rcaf'),
  Buffer.from([0x8e, 0x2c, 0xa3, 0x35, 0x0d, 0xd2]),
  Buffer.from('quoted'),
  Buffer.from([0xd3, 0x20, 0xd0, 0x20, 0x69, 0x74, 0xd5, 0x73, 0x0d, 0x95, 0x88]),
]);

const WRITTEN: Record<string, [bytes: Buffer, text: string]> = {
  'UTF-8': [Buffer.from(LINES), LINES],
  'UTF-8 with its mark': [Buffer.concat([MARK, Buffer.from(LINES)]), LINES],
  'UTF-16, little end first, with its mark': [utf16(`\ufeff${LINES}`, 'le'), LINES],
  'UTF-16, big end first, with its mark': [utf16(`\ufeff${LINES}`, 'be'), LINES],
  'UTF-16, little end first': [utf16(LINES, 'le'), LINES],
  'UTF-16, big end first': [utf16(LINES, 'be'), LINES],
  'UTF-8 with a line of Windows-1252': [MIXED, 'naïve,1\r\n“q”,€£\n£,2\n'],
  'Mac OS Roman, whose lines end with CR alone': [OF_MAC, 'name,price\rcafé,£5\r“quoted” – it’s\rïà'],
  'UTF-8 and Mac OS Roman with CR alone': [
    Buffer.concat([Buffer.from('name\rnaïve\r'), OF_MAC]),
    'name\rnaïve\rname,price\rcafé,£5\r“quoted” – it’s\rïà',
  ],
  'a mark alone': [MARK, ''],
  'two letters': [Buffer.from('é'), 'é'],
};

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(pieces: AsyncIterable<Uint8Array>, fallback?: 'windows-1252') {
  const seen = { text: '', suspect: false, special: false };
  for await (const { text, suspect, special } of decode(pieces, fallback)) {
    seen.text += text;
    seen.suspect ||= suspect;
    seen.special ||= special;
  }
  return seen;
}

describe('decoding', () => {
  it.each(Object.entries(WRITTEN))('reads %s whole, however the bytes are cut', async (_, [bytes, text]) => {
    for (let size = 1; size <= bytes.length; size++) {
      const seen = await read(inPieces(bytes, size), 'windows-1252');
      expect([size, seen.text, seen.suspect]).toEqual([size, text, false]);
    }
  });

  it('reports text that cannot be stored or must be escaped', async () => {
    const of = async (bytes: Buffer) => {
      const { suspect, special } = await read(inPieces(bytes, 5));
      return { suspect, special };
    };
    expect(await of(Buffer.from('plain,1\n'))).toEqual({ suspect: false, special: false });
    expect(await of(Buffer.from('a\tb\n'))).toEqual({ suspect: false, special: true });
    expect(await of(Buffer.from('a\\b\n'))).toEqual({ suspect: false, special: true });
    for (const bytes of [Buffer.from('nul\0,1\n'), Buffer.from('é\0,1\n'), MIXED, utf16('long\0text', 'le')])
      expect((await of(bytes)).suspect).toBe(true);
  });

  it('splits a line longer than its buffer between two characters', async () => {
    const [longest_held, long] = [4 * 1024 * 1024, `x${'é€'.repeat(1_000_000)}`];
    const seen = await read(inPieces(Buffer.from(`${long}\n`), 1_000_001));
    expect([seen.text === `${long}\n`, seen.suspect]).toEqual([true, false]);
    const lengths: number[] = [];
    for await (const { text } of decode(inPieces(Buffer.from(long.repeat(4)), 1_000_001)))
      lengths.push(Buffer.byteLength(text));
    // The text held so far may be yielded together with a piece as long again.
    expect(Math.max(...lengths)).toBeLessThan(2 * longest_held + 1_000_001);
  });
});
