import type { MappedColumn } from './mapping.ts';

export type AreaLevel = 'very_low' | 'low' | 'medium' | 'high';
type Nation = 'England' | 'Wales' | 'Scotland';

/** The attributes of a feature by plain name, and where it came from. */
export interface AreaFeature {
  /** Value of the first of several columns that is filled. */
  get(...names: string[]): string | null;
  /** Name of the file, and of the member of an archive, for layers that say by their name what they are. */
  file: string;
}

/** How one dataset of areas is read. */
export interface AreaSpec {
  /** Identifier in the catalogue. */
  id: string;
  countries: readonly Nation[];
  /** What kind of area a feature is; null where only the operator can tell. */
  kind(feature: AreaFeature): string | null;
  /** The publisher's own band, and the level that it means. */
  band?(feature: AreaFeature, kind: string): { band: string | null; level: AreaLevel | null };
  /** Columns by what they hold, likeliest first, beside those that every file may have. */
  columns?: Partial<Record<MappedColumn, string[]>>;
  /** Columns that are kept as they are; nothing else of a feature is. */
  attributes?: string[];
  /**
   * How a load tells what it covers where the operator does not: `nation` = a nation over whose length and
   * breadth the features spread; `authorities` = each authority in which a postcode or property lies in one.
   */
  extent: 'nation' | 'authorities' | 'none';
  /** True where each file is a district of its own that replaces only itself. */
  scopeByFile?: boolean;
  /** Why a feature is not of this dataset, as a sentence; null where it is. */
  refuse?(feature: AreaFeature, kind: string): string | null;
}
