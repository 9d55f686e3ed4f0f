/** Ways to pack a file, by its first bytes. */
const PACKINGS: [string, number[]][] = [
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['LZ4', [0x04, 0x22, 0x4d, 0x18]],
  ['compress', [0x1f, 0x9d]],
];
const READ = new Set(['gzip', 'xz', 'zip']);

/** How a file is packed; null if it is not. */
export function packingOf(head: Uint8Array): string | null {
  return PACKINGS.find(([, magic]) => startsWith(head, magic))?.[0] ?? null;
}

/** How a file is packed, if it cannot be read so; null for any other. */
export function unreadPackingOf(head: Uint8Array): string | null {
  const packing = packingOf(head);
  return packing === null || READ.has(packing) ? null : packing;
}

export function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
