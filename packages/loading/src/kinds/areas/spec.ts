import type { Nation } from '@domesday/db';
import type { MappedColumn } from './mapping.ts';

export type AreaLevel = 'very_low' | 'low' | 'medium' | 'high';

/** The attributes of a feature by plain name, and its file. */
export interface AreaFeature {
  /**
   * The value of the first of several columns that is not empty. Shapefiles cut column names to ten characters; such a
   * column is found by its full name.
   */
  get(...names: string[]): string | null;
  /** Name of the file, and of the archive member, for layers identified by name. */
  file: string;
}

/** How one dataset of areas is read. */
export interface AreaSpec {
  /** Identifier in the catalogue. */
  id: string;
  countries: readonly Nation[];
  /**
   * For a dataset of one kind: a layer belongs to it only if it has one of these columns or its name matches. Without
   * this, any file with positions would be taken for it. Ignored if the operator gives the kind or the columns.
   */
  recognised_by?: { columns: readonly string[]; name?: RegExp };
  /** Kind of a feature; null if only the operator knows it. */
  kind(feature: AreaFeature): string | null;
  /**
   * Names the contents of a layer that is published beside the one that is read, such as flooding to a given depth;
   * null for a layer that is read. Other layers are left out with a note. Ignored if the operator gives the kind.
   */
  other?(feature: AreaFeature): string | null;
  /** The publisher's own band, and its level. */
  band?(feature: AreaFeature, kind: string): { band: string | null; level: AreaLevel | null };
  /** True if bands state a likelihood: a band without a level is then reported as unknown. */
  graded?: true;
  /** Matches the kinds for which publishers have a file for each band, or one for rivers and one for the sea. */
  filePerLayer?: RegExp;
  /** The levels whose areas contain the areas of all other levels. */
  widest?: AreaLevel[];
  /** Column names by what they hold, likeliest first, besides the common names that every file may use. */
  columns?: Partial<Record<MappedColumn, string[]>>;
  /** Attributes that follow from the name of the file, or from columns with varying names. */
  named?(feature: AreaFeature): Record<string, string>;
  /** Columns that are stored unchanged; all other attributes are dropped. */
  attributes?: string[];
  /**
   * How a load derives its coverage if the operator does not state it. `nation`: a nation over most of whose length and
   * width the areas spread. `authorities`: each authority with a postcode or property in one of the areas. `as_stated`:
   * only what the operator states. `none`: the coverage does not matter.
   */
  extent: 'nation' | 'authorities' | 'as_stated' | 'none';
  /** True if the map classes all land, so that a place outside all its areas is not known, rather than without risk. */
  everywhere?: true;
  /** True if each file is a district of its own and replaces only itself. */
  scopeByFile?: boolean;
  /** Why a feature does not belong to this dataset, as a sentence; null if it does. */
  refuse?(feature: AreaFeature, kind: string): string | null;
}
