import type { Schema } from '@domesday/contract';
import { signal } from '../lib/signal.ts';

export interface Pin {
  lng: number;
  lat: number;
  text: string;
}

/** Sales that stand on the map, once they are asked for. */
export const pins = signal<Pin[]>([]);

export function HomeMap({ home }: { uprn: string; home: Schema<'Property'> }) {
  return (
    <section class="section" aria-labelledby="map">
      <header>
        <h2 id="map">Where it is</h2>
      </header>
      {home.location ? <p>{home.location.lat}</p> : <p class="note">No source gives a position.</p>}
    </section>
  );
}
