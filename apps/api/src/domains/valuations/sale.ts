// DRAFT, never committed: the owner of this domain overwrites it.
import type { RequestOf, ResponseOf } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';

export async function sale(
  _request: RequestOf<'valuations.sale'>,
  _context: Context,
): Promise<ResponseOf<'valuations.sale'>> {
  throw notFound('source_not_loaded', 'draft');
}
