import type { Schema } from '@domesday/contract';

export type Level = Schema<'Geography'>['level'];
export type Country = Schema<'Country'>;
/** Easting and northing, British National Grid metres. */
export type GridPoint = [number, number];

/** Where a request asks about, or the wider area that answers instead. */
export interface Place {
  level: Level;
  /** The place in words that the caller will recognise. */
  label: string;
  /** Nation of the place, or of the postcode nearest its middle; null where no directory tells. */
  country: Country | null;
  uprn: number | null;
  postcode: string | null;
  sector: string | null;
  outcode: string | null;
  /** Authority of the place or of its middle. */
  local_authority_code: string | null;
  /** Middle of the place; null where no position is known. */
  easting: number | null;
  northing: number | null;
  latitude: number | null;
  longitude: number | null;
  radius_m: number | null;
  /** Rings of a polygon, outer first, on the grid. */
  rings: GridPoint[][] | null;
}

/**
 * `meta.geography` for the place that was asked for and the area that answered. `first` is the first step of
 * the ladder, where that is not the place itself.
 */
export function geographyOf(requested: Place, used: Place, first: Place = requested): Schema<'Geography'> {
  const widened = used !== first;
  return {
    requested: requested.label,
    used: used.label,
    level: used.level,
    radius_m: used.radius_m,
    widened,
    widened_from: widened ? first.label : null,
  };
}
