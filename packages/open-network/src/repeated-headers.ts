import type { IncomingMessage } from 'node:http';

/** Node keeps the first line of these without a word; of others it joins the lines, which their readers then refuse. */
const ONE_LINE = new Set(['host', 'authorization', 'content-type']);

/**
 * A header that stands in the request more than once and must not: a proxy or a log may have gone by another of its
 * lines than this server would. Null if there is none.
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
