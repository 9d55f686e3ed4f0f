import type { Content, FoundFile } from './types.ts';

/** A file at its publisher, of which no more is known than is given. */
export function foundFile(address: string, content: Content, known: Partial<FoundFile> = {}): FoundFile {
  return { address, name: null, content, bytes: null, md5: null, ...known };
}
