import type { BaseMap } from './base-map.ts';
import { type MapFacts, mapFacts } from './map-facts.ts';
import type { Drawing, Drawn } from './map-view.ts';
import { part } from './part.ts';
import { session } from './session.ts';

/** Draws a map in a place of the page. The library is fetched only now: it is larger than all else of a page. */
export async function openMap(
  drawing: Omit<Drawing, 'csrf' | 'fictional' | 'base'>,
  given?: MapFacts,
): Promise<Drawn> {
  const csrf = session.get()?.csrf ?? '';
  const facts = given ? Promise.resolve(given) : mapFacts();
  const [view, { fictional }, base] = await Promise.all([
    part(() => import('./map-view.ts')),
    facts,
    // A map without its base is better than none, if the archive has become unreadable.
    facts.then(({ base_map }) => (base_map ? baseOf(csrf).catch(() => null) : null)),
  ]);
  return view.drawMap({ ...drawing, csrf, fictional, base });
}

async function baseOf(csrf: string): Promise<BaseMap> {
  const { openBaseMap } = await import('./base-map.ts');
  return openBaseMap(csrf);
}
