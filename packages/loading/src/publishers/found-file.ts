import type { Content, FoundFile } from './types.ts';

/** A file at its publisher. What `known` does not give is null. */
export function foundFile(address: string, content: Content, known: Partial<FoundFile> = {}): FoundFile {
  return { address, name: null, content, bytes: null, md5: null, ...known };
}
