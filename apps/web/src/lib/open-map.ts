import type { BaseMap } from './base-map.ts';
import { type MapFacts, mapFacts } from './map-facts.ts';
import type { Drawing, Drawn } from './map-view.ts';
import { part } from './part.ts';
import { session } from './session.ts';

/** Draws a map in an element. The map library is fetched only now: it is larger than everything else of a page. */
export async function openMap(
  drawing: Omit<Drawing, 'csrf' | 'fictional' | 'base'>,
  given?: MapFacts,
): Promise<Drawn> {
  const csrf = session.get()?.csrf ?? '';
  const facts = given ? Promise.resolve(given) : mapFacts();
  const [view, { fictional }, base] = await Promise.all([
    part(() => import('./map-view.ts')),
    facts,
    // If the base map's archive has become unreadable, a map without a base is better than none.
    facts.then(({ base_map }) => (base_map ? baseOf(csrf).catch(() => null) : null)),
  ]);
  return view.drawMap({ ...drawing, csrf, fictional, base });
}

async function baseOf(csrf: string): Promise<BaseMap> {
  const { openBaseMap } = await import('./base-map.ts');
  return openBaseMap(csrf);
}
