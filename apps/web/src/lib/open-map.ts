import { portal } from './api.ts';
import type { Drawing, Drawn } from './map-view.ts';
import { session } from './session.ts';

export interface MapFacts {
  fictional: boolean;
  centre: { lng: number; lat: number } | null;
  areas: { outcode: string; median: number; n: number }[];
}

export const mapFacts = (): Promise<MapFacts> => portal<MapFacts>('/map');

/** Draws a map in a place of the page. The library is fetched only now: it is larger than all else of a page. */
export async function openMap(
  drawing: Omit<Drawing, 'csrf' | 'fictional'>,
  given?: MapFacts,
): Promise<Drawn> {
  const [view, { fictional }] = await Promise.all([import('./map-view.ts'), given ?? mapFacts()]);
  return view.drawMap({ ...drawing, csrf: session.get()?.csrf ?? '', fictional });
}
