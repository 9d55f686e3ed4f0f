import { useMap } from '../lib/use-map.ts';
import { useCanDraw } from '../lib/webgl.ts';
import { MapPlace } from './map-place.tsx';

type Box = [west: number, south: number, east: number, north: number];

/** Median prices by postcode sector around a place; the table beside it is the text alternative. */
export function AreaMap({
  centre,
  bounds,
}: {
  centre: { lat: number; lng: number } | null;
  bounds: [lng: number, lat: number][] | null;
}) {
  const drawable = useCanDraw();
  const map = useMap(
    drawable && centre ? { centre: [centre.lng, centre.lat], zoom: 12, layers: ['sectors'] } : null,
    (view) => {
      if (bounds) view.map.fitBounds(bounds.flat() as Box, { padding: 64, maxZoom: 15, animate: false });
    },
  );
  if (!centre) return <p class="note">No loaded postcode of this area has a position.</p>;
  return drawable !== false ? (
    <MapPlace map={map} />
  ) : (
    <p class="note">This browser cannot draw a map; the table has the same figures.</p>
  );
}
