import { expect, it } from 'vitest';
import { canonicalRequest } from './canonical-request.ts';

it('distinguishes a free quote from the request for its answer', () => {
  const of = (query: Record<string, unknown>) => canonicalRequest({ path: { uprn: '1' }, query, body: null });
  expect(of({ quote: false })).toEqual(of({}));
  expect(of({ quote: true })).not.toEqual(of({}));
});
