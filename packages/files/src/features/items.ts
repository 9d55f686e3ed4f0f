import type { Check } from '../types.ts';

export interface RawFeature {
  properties: Record<string, string>;
  /** GeoJSON-like, in the coordinates of the file. */
  geometry: unknown;
  /** Number of the feature or line in its file. */
  line: number;
  /** Reference system as the file declares it, in whatever words. */
  crs: string | null;
}

/** One thing that reading a file brings to light. */
export type ReadItem =
  | { feature: RawFeature }
  | { reject: { line: number; reason: string; raw: string } }
  | { note: Check; incomplete?: boolean };
