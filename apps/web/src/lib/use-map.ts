import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapFacts } from './map-facts.ts';
import type { Drawing, Drawn } from './map-view.ts';
import { openMap } from './open-map.ts';

export interface DrawnMap {
  place: { current: HTMLDivElement | null };
  drawn: { current: Drawn | null };
  error: Error | null;
  again: () => void;
}

/** Draws a map in its place once `drawing` is given, and takes it away with the page. `ready` is called when it stands. */
export function useMap(
  drawing: Omit<Drawing, 'host' | 'csrf' | 'fictional' | 'base'> | null,
  ready: (view: Drawn) => void,
  facts?: MapFacts,
): DrawnMap {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    if (!drawing || error) return;
    let gone = false;
    openMap({ ...drawing, host: place.current! }, facts).then((view) => {
      if (gone) return view.close();
      drawn.current = view;
      ready(view);
      view.map.once('idle', () => place.current?.setAttribute('data-drawn', 'true'));
    }, setError);
    return () => {
      gone = true;
      drawn.current?.close();
    };
  }, [drawing !== null, error]);
  return { place, drawn, error, again: () => setError(null) };
}
