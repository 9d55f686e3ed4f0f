import { isAscii, isUtf8 } from 'node:buffer';

export interface Decoded {
  text: string;
  /** True if the text may contain characters that cannot be stored: undecodable bytes or NUL. */
  suspect: boolean;
  /** True if the text contains a backslash or a tab, which must be escaped for COPY. */
  special: boolean;
}

const SPECIAL = /[\\\t]/;

const LF = 10;
const CR = 13;
const LONGEST_CARRY = 4 * 1024 * 1024;

/**
 * Decodes bytes: UTF-8 or UTF-16, with or without a byte order mark. A line that is not UTF-8 is decoded by itself in
 * the fallback encoding, or in Mac OS Roman if lines end with CR only; without a fallback its invalid bytes become
 * U+FFFD and the text is marked as suspect.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  fallback?: 'windows-1252',
): AsyncGenerator<Decoded> {
  let carry: Buffer = Buffer.alloc(0);
  // Pieces of a long line are collected and joined once.
  let pieces: Buffer[] = [];
  let held = 0;
  let started = false;
  let wide: InstanceType<typeof TextDecoder> | null = null;
  // Whether all lines so far end with CR only; null before the first line end.
  let ends_in_cr_only: boolean | null = null;
  let ended_in_cr = false;

  for await (const chunk of bytes) {
    let buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (wide) {
      const text = wide.decode(buffer, { stream: true });
      yield { text, suspect: text.includes('\0'), special: true };
      continue;
    }
    if (started && held + buffer.length < LONGEST_CARRY && !buffer.includes(LF) && !buffer.includes(CR)) {
      pieces.push(Buffer.from(buffer));
      held += buffer.length;
      continue;
    }
    if (carry.length > 0 || held > 0) buffer = Buffer.concat([carry, ...pieces, buffer]);
    pieces = [];
    held = 0;
    if (!started) {
      if (buffer.length < 4) {
        carry = buffer;
        continue;
      }
      started = true;
      if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) buffer = buffer.subarray(3);
      const order = byteOrder(buffer);
      if (order) {
        wide = new TextDecoder(`utf-16${order}`);
        const text = wide.decode(buffer, { stream: true });
        yield { text, suspect: text.includes('\0'), special: true };
        carry = Buffer.alloc(0);
        continue;
      }
    }
    if (buffer.includes(LF)) ends_in_cr_only = false;
    // A CR at the end of the buffer may be half of CRLF, so it does not count yet.
    else if (ended_in_cr || buffer.subarray(0, -1).includes(CR)) ends_in_cr_only ??= true;
    ended_in_cr = buffer.at(-1) === CR;
    // Split after a line end, which is never inside a character.
    let cut = Math.max(buffer.lastIndexOf(LF), buffer.lastIndexOf(CR)) + 1;
    if (cut === 0 && buffer.length > LONGEST_CARRY) cut = characterBoundary(buffer);
    carry = cut === buffer.length ? Buffer.alloc(0) : Buffer.from(buffer.subarray(cut));
    if (cut > 0) yield toText(buffer.subarray(0, cut), fallback, ends_in_cr_only === true);
  }
  if (wide) return;
  carry = Buffer.concat([carry, ...pieces]);
  if (!started && carry[0] === 0xef && carry[1] === 0xbb && carry[2] === 0xbf) carry = carry.subarray(3);
  if (carry.length > 0) yield toText(carry, fallback, ends_in_cr_only === true);
}

/** A first line such as `sep=;`, which tells spreadsheet programs the separator, without its line end. */
const SEPARATOR_TOLD = /^sep=.(?=[\r\n])/i;

/** Byte order mark. In the middle of a text it shows that files were concatenated, and is not part of a value. */
const MARK = '\ufeff';

/**
 * `decode` without a separator line and byte order marks. The separator line becomes a blank line, so that line numbers
 * stay the same.
 */
export async function* decodeTable(...given: Parameters<typeof decode>): AsyncGenerator<Decoded> {
  let first = true;
  for await (const piece of decode(...given)) {
    const text = piece.text.includes(MARK) ? piece.text.replaceAll(MARK, '') : piece.text;
    yield { ...piece, text: first ? text.replace(SEPARATOR_TOLD, '') : text };
    first = false;
  }
}

/**
 * The byte order of UTF-16, from its byte order mark or the zero bytes of its first two letters; null for other
 * encodings.
 */
function byteOrder([a, b, c, d]: Buffer): 'le' | 'be' | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? 'be' : null;
}

function toText(buffer: Buffer, fallback?: 'windows-1252', of_mac = false): Decoded {
  if (isAscii(buffer)) {
    const text = buffer.toString('latin1');
    return { text, suspect: buffer.includes(0), special: SPECIAL.test(text) };
  }
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), suspect: buffer.includes(0), special: true };
  if (!fallback) return { text: buffer.toString('utf8'), suspect: true, special: true };
  const [line_end, read] = of_mac ? [CR, fromMacRoman] : [LF, fromWindows1252];
  let text = '';
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(line_end, start) + 1 || buffer.length;
    const line = buffer.subarray(start, end);
    text += isUtf8(line) ? line.toString('utf8') : read(line);
    start = end;
  }
  return { text, suspect: buffer.includes(0), special: true };
}

/** The 32 characters from 0x80 on in which Windows-1252 differs from Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes Windows-1252. Node's own decoder of this name decodes Latin-1 in versions up to 22, and so loses every
 * apostrophe.
 */
export function fromWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80]!);
}

/** The characters from 0x80 on in Mac OS Roman, in which Mac spreadsheet programs write tables with CR line ends. */
const MAC_ROMAN =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';

function fromMacRoman(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (c) => MAC_ROMAN[c.charCodeAt(0) - 0x80]!);
}

/** The last position in `buffer` that does not split a UTF-8 character. */
function characterBoundary(buffer: Buffer): number {
  let at = buffer.length;
  while (at > 0 && (buffer[at - 1]! & 0xc0) === 0x80) at--;
  return at > 0 && buffer[at - 1]! >= 0xc0 ? at - 1 : buffer.length;
}
