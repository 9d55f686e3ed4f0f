import { NATIONS } from '@domesday/db/nations';
import { crsOf } from '@domesday/geography/crs';
import { parseMapping } from '../../mapping-file.ts';
import { LoadError } from '../../types.ts';
import { quoted } from '../../values.ts';

export type MappedColumn = 'reference' | 'name' | 'band' | 'designated' | 'ended' | 'authority';

/** What an operator states about a file of areas because the file does not. Every field is optional. */
export interface AreaMapping {
  /** Kind of the areas, such as conservation-area, if the file does not give it. */
  kind?: string;
  /** Reference system, such as EPSG:27700, if the file declares none or a wrong one. */
  crs?: string;
  /**
   * Nations or authority codes for which the file is complete, so that a property outside every area of it is
   * known to be in none.
   */
  covers?: string[];
  /** Columns by what they hold. */
  columns?: Partial<Record<MappedColumn, string>>;
  /** The layers of a GeoPackage, or the files of an archive, that are meant; all of them if absent. */
  layers?: string[];
  /** Separator of a table, if it is not a comma. */
  delimiter?: string;
}

const KEYS = ['kind', 'crs', 'covers', 'columns', 'layers', 'delimiter'];
const COLUMNS: MappedColumn[] = ['reference', 'name', 'band', 'designated', 'ended', 'authority'];

/** Reads a mapping file (YAML or JSON). Throws a LoadError that names what is wrong in it. */
export function readAreaMapping(text: string): AreaMapping {
  const given = parseMapping(text, KEYS);
  const mapping: AreaMapping = {};
  if (given.kind !== undefined) {
    if (typeof given.kind !== 'string' || !/^[a-z][a-z0-9_-]*$/.test(given.kind)) {
      throw new LoadError('mapping', 'In the mapping file `kind` must be a name such as conservation-area.');
    }
    mapping.kind = given.kind;
  }
  if (given.crs !== undefined) {
    const crs = crsOf(String(given.crs));
    if (crs === null || crs === 'unknown') {
      throw new LoadError(
        'mapping',
        `In the mapping file \`crs\` is ${String(given.crs)}; EPSG:27700, EPSG:4326, EPSG:4258 and EPSG:3857 can be read.`,
      );
    }
    mapping.crs = String(given.crs);
  }
  if (given.covers !== undefined) {
    const covers = (Array.isArray(given.covers) ? given.covers : [given.covers]).map(String);
    const bad = covers.find((c) => !(NATIONS as readonly string[]).includes(c) && !/^[EWS]\d{8}$/.test(c));
    if (bad !== undefined || covers.length === 0) {
      throw new LoadError(
        'mapping',
        `\`--covers\`, and \`covers\` in a mapping file, must name England, Wales, Scotland or authority codes such as E06000022, not ${quoted(bad)}.`,
      );
    }
    mapping.covers = covers;
  }
  if (given.columns !== undefined) {
    const columns = given.columns as Record<string, unknown>;
    for (const [key, value] of Object.entries(columns ?? {})) {
      if (!COLUMNS.includes(key as MappedColumn) || typeof value !== 'string') {
        throw new LoadError(
          'mapping',
          `In the mapping file \`columns\` may name ${COLUMNS.join(', ')}, each with the name of a column.`,
        );
      }
    }
    mapping.columns = columns as Partial<Record<MappedColumn, string>>;
  }
  if (given.layers !== undefined) mapping.layers = [given.layers].flat().map(String);
  if (given.delimiter !== undefined) mapping.delimiter = given.delimiter as string;
  return mapping;
}
