import { beginsAsJson } from '@domesday/files/header';
import type { Content } from './types.ts';

/** Bytes at the beginning of a file that are enough to tell what it is. */
export const HEAD_BYTES = 512;

const HTML = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * What was received instead of the expected file, in words; null if it may be the file. Discontinued services answer
 * 200 with a web page, and file stores answer errors as XML or JSON. A packed file is accepted for a plain one, since
 * the loader unpacks it.
 */
export function contentProblem(
  expected: Content | null,
  content_type: string | null,
  head: Uint8Array,
): string | null {
  if (head.length === 0) return 'an empty file';
  const text = Buffer.from(head)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const type = (content_type ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml' || HTML.test(text)) return 'a web page';
  if (expected === null) return null;
  const zip = text.startsWith('PK');
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  if (expected === 'zip' || expected === 'xlsx') return zip ? null : `no ${expected} file`;
  if (expected === 'gzip') return gzip || zip ? null : 'no gzip file';
  if (zip || gzip) return null;
  if (/json$/.test(type) || beginsAsJson(text)) return 'JSON';
  if (/xml$/.test(type) || /^\s*<\?xml/.test(text)) return 'XML';
  return null;
}
