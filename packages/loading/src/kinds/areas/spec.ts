import type { Nation } from '@domesday/db';
import type { MappedColumn } from './mapping.ts';

export type AreaLevel = 'very_low' | 'low' | 'medium' | 'high';

/** The attributes of a feature by plain name, and its file. */
export interface AreaFeature {
  /**
   * Value of the first non-empty of several columns. In a shapefile, which holds ten characters of a name, a column
   * cut to them is found by its whole name.
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
   * For a dataset of one kind: the columns of which a layer must have one, or what its name must match, to be of it;
   * any other file with positions would be taken for it. Not asked if the operator gives the kind or the columns.
   */
  told_by?: { columns: readonly string[]; name?: RegExp };
  /** Kind of a feature; null if only the operator knows it. */
  kind(feature: AreaFeature): string | null;
  /**
   * What the areas of a layer are that is published beside the one that is read, such as flooding to a given depth;
   * null for the layer that is read. They are left out with a note. Not asked if the operator gives the kind.
   */
  other?(feature: AreaFeature): string | null;
  /** The publisher's own band, and its level. */
  band?(feature: AreaFeature, kind: string): { band: string | null; level: AreaLevel | null };
  /** True where a band says how likely something is, so that one without a level is not known here. */
  graded?: true;
  /** Kinds of which publishers have a file for each band, or for rivers and for the sea. */
  filePerLayer?: RegExp;
  /** The levels of areas that contain those of every other level. */
  widest?: AreaLevel[];
  /** Columns by what they hold, likeliest first, beside those that every file may have. */
  columns?: Partial<Record<MappedColumn, string[]>>;
  /** Attributes by what they hold, where the name of a file or columns of several names tell them. */
  named?(feature: AreaFeature): Record<string, string>;
  /** Columns that are stored unchanged; all other attributes are dropped. */
  attributes?: string[];
  /**
   * How a load derives its coverage if the operator does not state it: `nation` = a nation over whose length and width
   * the features spread; `authorities` = each authority with a postcode or property in one; `told` = only what the
   * operator states; `none` = it does not matter.
   */
  extent: 'nation' | 'authorities' | 'told' | 'none';
  /** True of a map that gives every place a class: a place outside all of its areas is one that it does not tell of. */
  everywhere?: true;
  /** True if each file is a district of its own and replaces only itself. */
  scopeByFile?: boolean;
  /** Why a feature is not of this dataset, as a sentence; null where it is. */
  refuse?(feature: AreaFeature, kind: string): string | null;
}
