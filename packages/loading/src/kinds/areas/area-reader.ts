import { basename, dirname } from 'node:path';
import { counted } from '@domesday/files/counted';
import { GeometryProblem, plainGeometry, polygonsOf } from '@domesday/files/features/geometry';
import type { RawFeature, ReadItem } from '@domesday/files/features/items';
import { plainName } from '@domesday/files/header';
import { beginningOf, cleanText } from '@domesday/files/values';
import { type Crs, crsOf, type Placed, place } from '@domesday/geography/crs';
import { areaDate } from '../../dates.ts';
import type { DayForms } from '../../day-forms.ts';
import { type CopyValue, type FetchedFile, LoadError, type SourceItem } from '../../types.ts';
import type { AreaMapping, MappedColumn } from './mapping.ts';
import type { AreaFeature, AreaSpec } from './spec.ts';

/** The staging column with the file that an area was read from. */
export const AREA_FILE = 'of_file';

/** Columns of the staging table of every dataset of areas. */
export const AREA_TYPES = {
  kind: 'text not null',
  scope: 'text not null',
  covers: 'text',
  reference: 'text',
  name: 'text',
  band: 'text',
  level: 'text',
  attributes: 'jsonb',
  designated_on: 'date',
  ended_on: 'date',
  authority_code: 'text',
  geometry: 'text',
  box: 'box',
  vertices: 'integer',
  area_sqm: 'double precision',
  /** The `uri` of the file, which tells apart two editions in one load. It is not served. */
  [AREA_FILE]: 'text',
};
type AreaColumn = keyof typeof AREA_TYPES;
export const AREA_COLUMNS = Object.keys(AREA_TYPES) as AreaColumn[];

const COMMON: Record<MappedColumn, string[]> = {
  reference: ['reference', 'ref', 'id', 'objectid', 'fid', 'gml_id'],
  name: ['name', 'title', 'site_name'],
  band: [],
  designated: ['designation-date', 'start-date'],
  ended: ['end-date'],
  authority: ['authority_code', 'lad_code', 'ons_code', 'gss_code'],
};

const DAYS = [
  ['designated', 'designated_on'],
  ['ended', 'ended_on'],
] as const;

/** The most layers that one warning names. */
const MOST_LAYERS = 10;
const LEAST_SQM = 0.01;

/** Characters of a column's name in the dBase table of a shapefile. */
const LONGEST_SHAPEFILE_NAME = 10;

const REPAIRS = {
  grid_without_crs:
    'The file declares no reference system; its coordinates are British National Grid metres.',
  degrees_without_crs: null,
  grid_declared_as_degrees:
    'The file declares degrees, but its coordinates are British National Grid metres and were read as such.',
  axes_swapped: 'The file gives latitude before longitude; they were turned round.',
} as const;

/** Reads the features of one file, and collects what the load reports about the file as a whole. */
export class AreaReader {
  readonly #spec: AreaSpec;
  readonly #mapping: AreaMapping;
  readonly #file: FetchedFile;
  /** Nations or authorities that the operator says the file is complete for. */
  readonly #covers: string | null;
  /** A load replaces the areas of the same kind and scope. */
  readonly #scope: string;
  readonly #days: Pick<DayForms, 'add'>;
  readonly #repairs = new Set<keyof typeof REPAIRS>();
  /** Why areas were left out, with the number of areas for each reason. */
  readonly #others = new Map<string, number>();
  readonly #kinds = new Set<string>();
  /** By the name of a layer, how many areas were read from it. */
  readonly #layers = new Map<string, number>();
  /** By the name of a layer, whether it belongs to another dataset. */
  readonly #foreign = new Map<string, boolean>();

  constructor(spec: AreaSpec, mapping: AreaMapping, file: FetchedFile, days: Pick<DayForms, 'add'>) {
    this.#days = days;
    this.#spec = spec;
    this.#mapping = mapping;
    this.#file = file;
    this.#covers = mapping.covers?.join(' ') ?? null;
    this.#scope = spec.scopeByFile ? stem(file) : (this.#covers ?? 'all');
  }

  read(item: ReadItem & { member?: string }): SourceItem[] {
    if ('note' in item) {
      if (item.late_crs) this.#systemOf(item.late_crs, this.#file.name);
      // A row without geometry means that the file is incomplete.
      const marks = item.incomplete ? [...this.#kinds] : [];
      return [
        { note: item.note },
        ...marks.map((kind) => ({ mark: stagingRow({ kind, scope: this.#scope }) })),
      ];
    }
    const shown = item.member ? `${this.#file.name}/${item.member}` : this.#file.name;
    if ('reject' in item) return [{ reject: item.reject, file: shown }];
    const { properties } = item.feature;
    const file = item.member ? `${this.#file.name} ${item.member}` : this.#file.name;
    const feature = featureOf(properties, file);
    const layer = properties.layer ?? item.member ?? '';
    const other = this.#otherOf(feature, properties, shown) ?? this.#unmeant(layer);
    if (other !== null) {
      this.#others.set(other, (this.#others.get(other) ?? 0) + 1);
      return [];
    }
    const read = this.#area(item.feature, feature, shown);
    if (read.some((one) => 'row' in one)) this.#layers.set(layer, (this.#layers.get(layer) ?? 0) + 1);
    return read;
  }

  /**
   * What the load reports about the whole file, after its last feature. Throws if the file holds nothing of the
   * dataset.
   */
  end(): SourceItem[] {
    const { name } = this.#file;
    if (this.#others.size > 0 && this.#kinds.size === 0) {
      const all = [...this.#others.keys()].join(' or ');
      throw new LoadError('refused', `${name} was refused: all of its areas are ${all}.`);
    }
    const warn = (check: string, detail: string): SourceItem => ({
      note: { name: check, status: 'warn', detail: `${name}: ${detail}` },
    });
    return [
      ...this.#severalLayers().map((detail) => warn('layers', detail)),
      ...[...this.#others].map(([what, count]) =>
        warn('left_out', `${counted(count, 'area')} ${count === 1 ? 'was' : 'were'} left out: ${what}.`),
      ),
      ...[...this.#repairs].flatMap((repair) => {
        const detail = REPAIRS[repair];
        return detail ? [warn('repaired', detail)] : [];
      }),
    ];
  }

  /** Why an area of this layer is left out, if the mapping names layers and not this one; null if it is read. */
  #unmeant(layer: string): string | null {
    const { layers } = this.#mapping;
    const name = layer
      .split('/')
      .at(-1)!
      .replace(/\.[a-z]+$/i, '');
    return !layers || layers.includes(layer) || layers.includes(name)
      ? null
      : `of the layer ${layer || 'without a name'}, which the mapping does not name`;
  }

  /** Warns if the mapping gives one kind for a file with several layers: a layer may be of another kind. */
  #severalLayers(): string[] {
    const { kind, layers } = this.#mapping;
    if (kind === undefined || layers || this.#layers.size < 2) return [];
    const named = [...this.#layers].slice(0, MOST_LAYERS).map(([name, areas]) => `${name} (${areas})`);
    const more = this.#layers.size > MOST_LAYERS ? ` and ${this.#layers.size - MOST_LAYERS} more` : '';
    return [
      `all of its ${this.#layers.size} layers were read as ${kind}: ${named.join(', ')}${more}. If that is not so, name those that are meant in the mapping, such as \`layers: [${[...this.#layers.keys()][0]}]\`.`,
    ];
  }

  /** Why an area is left out because of its layer or its own values; null if it is read. */
  #otherOf(feature: AreaFeature, properties: Record<string, string>, shown: string): string | null {
    const { kind, columns } = this.#mapping;
    const mapped = kind !== undefined || columns !== undefined;
    if (!this.#foreign.has(shown))
      this.#foreign.set(shown, !mapped && !isOf(this.#spec, feature.file, properties));
    if (this.#foreign.get(shown)) return otherDatasetReason(this.#spec);
    return kind ? null : (this.#spec.other?.(feature) ?? null);
  }

  #area({ properties, geometry, line, crs }: RawFeature, feature: AreaFeature, shown: string): SourceItem[] {
    const kind = this.#mapping.kind ?? this.#spec.kind(feature);
    if (kind === null) {
      throw new LoadError(
        'refused',
        `${shown} does not say what its areas are. Tell it in a mapping file (--mapping areas.yaml), for instance \`kind: conservation-area\`. Its columns are ${Object.keys(properties).slice(0, 20).join(', ') || 'none'}.`,
        ['kind'],
      );
    }
    const refusal = this.#spec.refuse?.(feature, kind);
    if (refusal) throw new LoadError('refused', `${shown} was refused: ${refusal}`);
    const declared = this.#systemOf(crs, shown);
    try {
      const placed = place(plainGeometry(geometry), declared);
      if (placed.repaired) this.#repairs.add(placed.repaired);
      this.#kinds.add(kind);
      return [
        { row: this.#rowOf(feature, kind, placed) },
        ...this.#unreadDays(feature),
        ...this.#unknownBand(feature, kind),
      ];
    } catch (error) {
      if (!(error instanceof GeometryProblem)) throw error;
      const raw = JSON.stringify(properties).slice(0, 1000);
      return [{ reject: { line, reason: error.message, raw }, file: shown }];
    }
  }

  /**
   * The reference system of the coordinates; null if none is declared. Throws if it is not supported: its metres would
   * be taken for those of another system.
   */
  #systemOf(crs: string | null, shown: string): Crs | null {
    const declared = crsOf(this.#mapping.crs ?? crs);
    if (declared !== 'unknown') return declared;
    throw new LoadError(
      'refused',
      `${shown} is in a reference system that is not read here (${crs?.slice(0, 80)}). Convert it to EPSG:27700 or EPSG:4326, or say with crs in the mapping what it is.`,
    );
  }

  #textOf(feature: AreaFeature, column: MappedColumn): string | null {
    const mapped = this.#mapping.columns?.[column];
    if (mapped) return feature.get(mapped);
    return feature.get(...(this.#spec.columns?.[column] ?? []), ...COMMON[column]);
  }

  /** Reports texts in the columns of days that are no day. The area is kept without the day. */
  #unreadDays(feature: AreaFeature): SourceItem[] {
    return DAYS.flatMap(([column, name]) => {
      const text = this.#textOf(feature, column);
      this.#days.add(text ?? undefined);
      return text !== null && areaDate(text) === null ? [{ unread: name, text }] : [];
    });
  }

  /** Reports a band from which no level follows. The level of homes in such an area is then answered as not known. */
  #unknownBand(feature: AreaFeature, kind: string): SourceItem[] {
    if (!this.#spec.graded) return [];
    const { band, level } = this.#spec.band!(feature, kind);
    return level === null ? [{ unknown: 'band', word: band ?? '(without a band)' }] : [];
  }

  #rowOf(feature: AreaFeature, kind: string, placed: Placed): CopyValue[] {
    const read = (column: MappedColumn) => this.#textOf(feature, column);
    const mapped_band = this.#mapping.columns?.band;
    const mappedBand = mapped_band ? feature.get(mapped_band) : null;
    const { band, level } = this.#spec.band?.(feature, kind) ?? { band: null, level: null };
    const attributes: Record<string, string> = { ...this.#spec.named?.(feature) };
    for (const name of this.#spec.attributes ?? []) {
      const value = feature.get(name);
      if (value !== null) attributes[plainName(name)] = value;
    }
    const authority = read('authority');
    const { box } = placed;
    return stagingRow({
      kind,
      scope: this.#scope,
      covers: this.#covers,
      reference: clip(read('reference'), 200),
      name: clip(read('name'), 500),
      band: clip(mappedBand ?? band, 200),
      level,
      attributes: Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null,
      designated_on: areaDate(read('designated')),
      ended_on: areaDate(read('ended')),
      authority_code: /^[EWS]\d{8}$/.test(authority ?? '') ? authority : null,
      geometry: JSON.stringify(placed.geometry),
      box: `(${box.maxX},${box.maxY}),(${box.minX},${box.minY})`,
      vertices: placed.vertices,
      area_sqm: enclosed(placed),
      [AREA_FILE]: this.#file.uri,
    });
  }
}

/**
 * The area to a hundredth of a square metre; 0 for points and lines. Polygons have at least LEAST_SQM: a sliver, and a
 * ring that crosses itself so that its two sides cancel out, still contain what lies in them.
 */
function enclosed({ geometry, area_sqm }: Placed): number {
  const least = polygonsOf(geometry).length > 0 ? LEAST_SQM : 0;
  return Math.max(least, Math.round(area_sqm * 100) / 100);
}

/** Whether a layer belongs to the dataset, judged by its name and by the columns of its first feature. */
function isOf({ recognised_by }: AreaSpec, file: string, properties: Record<string, string>): boolean {
  if (!recognised_by || recognised_by.name?.test(file)) return true;
  const length = /\.shp$/i.test(file) ? LONGEST_SHAPEFILE_NAME : undefined;
  const columns = recognised_by.columns.map((name) => plainName(name).slice(0, length));
  return Object.keys(properties).some((name) => columns.includes(plainName(name)));
}

function otherDatasetReason({ recognised_by }: AreaSpec): string {
  return `of another dataset: they have none of the columns ${recognised_by!.columns.join(', ')} (a mapping file with a kind says that they are of this one)`;
}

function stagingRow(values: Partial<Record<AreaColumn, CopyValue>>): CopyValue[] {
  return AREA_COLUMNS.map((name) => values[name] ?? null);
}

function featureOf(properties: Record<string, string>, file: string): AreaFeature {
  const plain = new Map<string, string>();
  for (const [name, value] of Object.entries(properties)) {
    const text = cleanText(value.replaceAll('\0', ''));
    if (text !== null && !plain.has(plainName(name))) plain.set(plainName(name), text);
  }
  const first = (names: string[]) =>
    names.map((name) => plain.get(name)).find((value) => value !== undefined);
  const cut = /\.shp$/i.test(file);
  return {
    file,
    get: (...names) => {
      const whole = names.map(plainName);
      const found = first(whole);
      if (found !== undefined || !cut) return found ?? null;
      return first(whole.map((name) => name.slice(0, LONGEST_SHAPEFILE_NAME))) ?? null;
    },
  };
}

function clip(text: string | null, length: number): string | null {
  return text === null || text.length <= length ? text : `${beginningOf(text, length - 1)}…`;
}

/** The name of a file without its ending; the name of its folder, if the files of all districts have the same name. */
function stem(file: FetchedFile): string {
  const name = /cadastral_parcels/i.test(file.name) ? basename(dirname(file.path)) : file.name;
  return name.replace(/\.(zip|gml|gz|geojson|json|csv)$/gi, '').toLowerCase();
}
