import type { Schema } from '@domesday/contract';
import { useEffect } from 'preact/hooks';
import { signal, useSignal } from '../lib/signal.ts';
import { useMap } from '../lib/use-map.ts';
import { useCanDraw } from '../lib/webgl.ts';
import { address } from '../lib/words.ts';
import { MapPlace } from './map-place.tsx';

export interface Pin {
  lng: number;
  lat: number;
  text: string;
}

/** Sales on the map, once they are requested. */
export const pins = signal<Pin[]>([]);

/** The home among its neighbours: plots, homes, and the comparable sales. */
export function HomeMap({ home }: { home: Schema<'Property'> }) {
  const sales = useSignal(pins);
  const { location: at } = home;
  const drawable = useCanDraw();
  const own: Pin | null = at ? { lng: at.lng, lat: at.lat, text: address(home.address ?? '') } : null;
  const map = useMap(
    drawable && own
      ? { centre: [own.lng, own.lat], zoom: 16.3, layers: ['parcels', 'homes', 'flood'] }
      : null,
    (view) => view.mark([own!, ...pins.get()]),
  );
  useEffect(() => {
    if (own) map.drawn.current?.mark([own, ...sales]);
  }, [sales]);
  return (
    <section class="section" aria-labelledby="map">
      <header>
        <h2 id="map">Where it is</h2>
        {at && (
          <span class="muted">
            {at.lat.toFixed(5)} N, {Math.abs(at.lng).toFixed(5)} {at.lng < 0 ? 'W' : 'E'}
          </span>
        )}
      </header>
      {!at ? (
        <p class="note">
          No loaded source gives a position. OS Open UPRN has one for every home: see the data page.
        </p>
      ) : drawable !== false ? (
        <>
          <MapPlace map={map} />
          <p class="small muted">
            <i class="pin own" aria-hidden="true" /> this home, <i class="pin" aria-hidden="true" />{' '}
            comparable sales, outlined plots, blue flood zones
          </p>
        </>
      ) : (
        <div class="stack-2">
          <p class="note">This browser cannot draw a map. The comparable sales around the home, as a list:</p>
          {sales.length > 0 ? (
            <ul class="plain-list small">
              {sales.map((pin) => (
                <li key={pin.text}>
                  {pin.text} ({pin.lat.toFixed(4)}, {pin.lng.toFixed(4)})
                </li>
              ))}
            </ul>
          ) : (
            <p class="small muted">They come with the comparable sales below.</p>
          )}
        </div>
      )}
    </section>
  );
}
