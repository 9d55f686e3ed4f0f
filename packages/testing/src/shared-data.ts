import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folder with files of real publishers, beside the checkout or at DOMESDAY_SHARED_DATA; null if there is none.
 * Tests that need it use `it.skipIf(!sharedData())`.
 */
export function sharedData(): string | null {
  const folder = process.env.DOMESDAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../shared/data');
  return existsSync(folder) ? folder : null;
}
