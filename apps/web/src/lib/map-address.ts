import { SHOWN } from './map-layers.ts';

/** The state of the map in the fragment of its address, so that a link shows the same map to somebody else. */
export interface MapAddress {
  zoom: number;
  lat: number;
  lng: number;
  layers: string[];
}

export const FIRST_LAYERS = ['prices', 'designations', 'schools'];

const FORM = /^#(\d{1,2}(?:\.\d+)?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)(?:\/([a-z,]*))?$/;

/** Null if the fragment is empty or names no place on earth. */
export function readMapAddress(hash: string): MapAddress | null {
  const [, zoom, lat, lng, named] = FORM.exec(hash) ?? [];
  if (!zoom || Math.abs(Number(lat)) > 85 || Math.abs(Number(lng)) > 180) return null;
  const layers =
    named === undefined
      ? FIRST_LAYERS
      : SHOWN.map(({ id }) => id).filter((id) => named.split(',').includes(id));
  return { zoom: Number(zoom), lat: Number(lat), lng: Number(lng), layers };
}

export function mapAddressOf({ zoom, lat, lng, layers }: MapAddress): string {
  const place = `#${zoom.toFixed(1)}/${lat.toFixed(4)}/${lng.toFixed(4)}`;
  const asFirst = layers.length === FIRST_LAYERS.length && FIRST_LAYERS.every((id) => layers.includes(id));
  return asFirst ? place : `${place}/${layers.join(',')}`;
}
