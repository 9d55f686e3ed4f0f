import { expect, it } from 'vitest';
import { canonicalRequest } from './canonical-request.ts';

it('takes a quote, which is free, for another request than the answer that it is of', () => {
  const of = (query: Record<string, unknown>) => canonicalRequest({ path: { uprn: '1' }, query, body: null });
  expect(of({ quote: false })).toEqual(of({}));
  expect(of({ quote: true })).not.toEqual(of({}));
});
