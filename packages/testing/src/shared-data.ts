import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folder of real publishers' files, beside the checkout or where DOMESDAY_SHARED_DATA says; null where it
 * is absent. Tests that need it say `it.skipIf(!sharedData())`.
 */
export function sharedData(): string | null {
  const folder = process.env.DOMESDAY_SHARED_DATA ?? resolve(import.meta.dirname, '../../../../shared/data');
  return existsSync(folder) ? folder : null;
}
