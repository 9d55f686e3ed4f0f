import { portal } from './api.ts';

export interface MapFacts {
  fictional: boolean;
  /** Whether the operator has set a base map. */
  base_map: boolean;
  centre: { lng: number; lat: number } | null;
  /** Outcodes with the most sales, busiest first. */
  areas: { outcode: string; median: number; n: number }[];
  /** Number of outcodes with fewer sales that are not in the list. */
  areas_left_out: number;
}

export const mapFacts = (): Promise<MapFacts> => portal<MapFacts>('/map');
