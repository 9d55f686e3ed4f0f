import { strToU8, zipSync } from 'fflate';

/** A zip archive with a fixed time stamp, so that its bytes do not vary. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(2000, 0, 1) });
}
