import type { Http } from './http.ts';
import { method } from './method.ts';
import type { Outline, Schema } from './shapes.ts';
import type { CallOptions, TransportOptions } from './transport.ts';

export type HomeWithin = Schema<'HomeWithin'>;
type Shape = Outline<Schema<'WithinRequest'>['polygon']>;

/** The homes in a polygon or multipolygon. */
export function within(http: Http, client: TransportOptions) {
  const page = method<'properties.within'>(client, ({ polygon, ...query }, init) =>
    http.POST('/properties/within', { ...init, params: { query }, body: { polygon } }),
  );
  return {
    /** Every home, in the order of the UPRNs. A page of 1,000 homes is one call with its price. */
    async *within(polygon: Shape, options?: CallOptions): AsyncGenerator<HomeWithin, void> {
      for await (const { results } of page.pages({ polygon, limit: 1000 }, options))
        for (const home of results) {
          options?.signal?.throwIfAborted();
          yield home;
        }
    },
    /** The number of homes in the polygon or multipolygon. Free. */
    async countWithin(polygon: Shape, options?: CallOptions): Promise<number> {
      return (await page({ polygon, count: true }, options)).total;
    },
  };
}
