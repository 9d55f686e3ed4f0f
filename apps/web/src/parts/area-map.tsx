import { useEffect, useRef } from 'preact/hooks';
import type { Drawn } from '../lib/map-view.ts';
import { openMap } from '../lib/open-map.ts';
import { useCanDraw } from '../lib/webgl.ts';

type Box = [west: number, south: number, east: number, north: number];

/** Median prices by postcode sector around a place; the table beside it is the text alternative. */
export function AreaMap({
  centre,
  bounds,
}: {
  centre: { lat: number; lng: number } | null;
  bounds: [lng: number, lat: number][] | null;
}) {
  const place = useRef<HTMLDivElement>(null);
  const drawable = useCanDraw();
  useEffect(() => {
    if (!drawable || !centre) return;
    let gone = false;
    let drawn: Drawn | undefined;
    void openMap({
      host: place.current!,
      centre: [centre.lng, centre.lat],
      zoom: 12,
      layers: ['sectors'],
    }).then((view) => {
      if (gone) return view.close();
      drawn = view;
      if (bounds) view.map.fitBounds(bounds.flat() as Box, { padding: 64, maxZoom: 15, animate: false });
      view.map.once('idle', () => place.current?.setAttribute('data-drawn', 'true'));
    });
    return () => {
      gone = true;
      drawn?.close();
    };
  }, [drawable]);
  if (!centre) return <p class="note">No loaded postcode of this area has a position.</p>;
  return drawable !== false ? (
    <div class="map" ref={place} />
  ) : (
    <p class="note">This browser cannot draw a map; the table has the same figures.</p>
  );
}
