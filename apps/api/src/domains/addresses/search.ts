// DRAFT, never committed: the owner of this domain overwrites it.
import type { RequestOf, ResponseOf } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';

export async function search(
  _request: RequestOf<'addresses.search'>,
  _context: Context,
): Promise<ResponseOf<'addresses.search'>> {
  throw notFound('source_not_loaded', 'draft');
}
