import type { Schema } from '@domesday/contract';

export type Level = Schema<'Geography'>['level'];
export type Country = Schema<'Country'>;
/** Easting and northing, British National Grid metres. */
export type GridPoint = [number, number];

/** The place that a request names, or the wider area that answers instead. */
export interface Place {
  level: Level;
  /** The place in words that the caller will recognise. */
  label: string;
  /** Nation of the place, or of the postcode nearest its centre; null if no directory has it. */
  country: Country | null;
  uprn: number | null;
  postcode: string | null;
  sector: string | null;
  outcode: string | null;
  /** Authority of the place or of its centre. */
  local_authority_code: string | null;
  /** Null if no loaded directory names it. */
  local_authority_name: string | null;
  /** Centre of the place; null if no position is known. */
  easting: number | null;
  northing: number | null;
  latitude: number | null;
  longitude: number | null;
  radius_m: number | null;
  /** Rings of a polygon, outer first, on the grid. */
  rings: GridPoint[][] | null;
}

/** The whole authority of a place, under its name where that is known. */
export function authorityOf(place: Place): Place {
  const label = place.local_authority_name ?? place.local_authority_code ?? '';
  return { ...place, level: 'local_authority', label, radius_m: null };
}

/** The place in words for a sentence. An authority gets its name as well, since few people know its code. */
export function inWords({ level, label, local_authority_name: name }: Place): string {
  if (level === 'polygon') return 'the polygon';
  return level === 'local_authority' && name && name !== label ? `${name} (${label})` : label;
}

/**
 * Datasets that locate the place of a request: a UPRN by its own register, and everything by the postcode directories.
 */
export function placeSources(place: Pick<Place, 'uprn'> | null): string[] {
  return [...(place?.uprn == null ? [] : UPRN_SOURCES), 'code-point-open', 'onspd'];
}

/** Datasets with homes and their positions. */
export const UPRN_SOURCES = ['address-list', 'os-open-uprn'] as const;

/**
 * `meta.geography` for the requested place and the area that answered. `first` is the first step of the ladder, if
 * that is not the place itself.
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
