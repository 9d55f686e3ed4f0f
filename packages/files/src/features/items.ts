import type { Check } from '../types.ts';

export interface RawFeature {
  properties: Record<string, string>;
  /** GeoJSON-like, in the coordinates of the file. */
  geometry: unknown;
  /** Number of the feature or line in its file. */
  line: number;
  /** Reference system as declared in the file. */
  crs: string | null;
}

/** One result of reading a file. */
export type ReadItem =
  | { feature: RawFeature }
  | { reject: { line: number; reason: string; raw: string } }
  /**
   * `incomplete`: the file is truncated. `late_crs`: the reference system of a file that names it only after its
   * features, which were read without it.
   */
  | { note: Check; incomplete?: boolean; late_crs?: string };
