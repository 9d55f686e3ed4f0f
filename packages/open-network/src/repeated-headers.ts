import type { IncomingMessage } from 'node:http';

/**
 * Headers of which Node silently keeps only the first line. Lines of other headers are joined, and their readers then
 * refuse them.
 */
const ONE_LINE = new Set(['host', 'authorization', 'content-type']);

/**
 * A header that is repeated in the request and must not be; null if there is none. A proxy or a log may have used
 * another of its lines than this server would.
 */
export function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!ONE_LINE.has(name)) continue;
    if (seen.has(name)) return rawHeaders[i]!;
    seen.add(name);
  }
  return null;
}
