import { useEffect, useRef, useState } from 'preact/hooks';
import { markScheme } from './colour.ts';
import type { MapFacts } from './map-facts.ts';
import type { Drawing, Drawn } from './map-view.ts';
import { openMap } from './open-map.ts';

export interface DrawnMap {
  place: { current: HTMLDivElement | null };
  drawn: { current: Drawn | null };
  error: Error | null;
  /** Why a part of the map is blank. */
  trouble: Error | null;
  again: () => void;
}

/**
 * Draws a map once `drawing` is given, and removes it when the component is removed. Calls `ready` when the map is
 * drawn.
 */
export function useMap(
  drawing: Omit<Drawing, 'host' | 'csrf' | 'fictional' | 'base' | 'onTrouble'> | null,
  ready: (view: Drawn) => void,
  facts?: MapFacts,
): DrawnMap {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!drawing) return;
    let gone = false;
    const onTrouble = (missing: Error): void => {
      if (!gone) setTrouble((told) => told ?? missing);
    };
    openMap({ ...drawing, host: place.current!, onTrouble }, facts).then((view) => {
      if (gone) return view.close();
      drawn.current = view;
      markScheme(place.current!);
      ready(view);
      view.map.once('idle', () => place.current?.setAttribute('data-drawn', 'true'));
    }, setError);
    return () => {
      gone = true;
      drawn.current?.close();
    };
  }, [drawing !== null, turn]);
  const again = (): void => {
    setError(null);
    setTrouble(null);
    setTurn(turn + 1);
  };
  return { place, drawn, error, trouble, again };
}
