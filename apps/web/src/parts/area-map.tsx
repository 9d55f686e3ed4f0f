import { useEffect, useRef } from 'preact/hooks';
import { portal } from '../lib/api.ts';
import type { Drawn } from '../lib/map-view.ts';
import { session } from '../lib/session.ts';
import { canDraw } from '../lib/webgl.ts';
import '../styles/map.css';

/** Median prices by postcode sector around a place; the table beside it is the text alternative. */
export function AreaMap({
  centre,
  zoom = 13.6,
}: {
  centre: { lat: number; lng: number } | null;
  zoom?: number;
}) {
  const place = useRef<HTMLDivElement>(null);
  const drawable = centre !== null && canDraw();
  useEffect(() => {
    if (!drawable) return;
    let gone = false;
    let drawn: Drawn | undefined;
    Promise.all([import('../lib/map-view.ts'), portal<{ fictional: boolean }>('/map')]).then(
      ([view, { fictional }]) => {
        if (gone) return;
        drawn = view.drawMap({
          host: place.current!,
          centre: [centre!.lng, centre!.lat],
          zoom,
          layers: ['sectors'],
          csrf: session.get()?.csrf ?? '',
          fictional,
        });
        drawn.map.once('idle', () => place.current?.setAttribute('data-drawn', 'true'));
      },
    );
    return () => {
      gone = true;
      drawn?.close();
    };
  }, [drawable]);
  if (!centre) return <p class="note">No loaded postcode of this area has a position.</p>;
  return drawable ? (
    <div class="map" ref={place} />
  ) : (
    <p class="note">This browser cannot draw a map; the table has the same figures.</p>
  );
}
