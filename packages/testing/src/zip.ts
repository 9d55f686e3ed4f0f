import { zipOf as bytesOf } from '@domesday/sandbox/zip';

/** A small zip archive for tests. */
export function zipOf(files: Record<string, string | Uint8Array>): Buffer {
  return Buffer.from(bytesOf(files));
}
