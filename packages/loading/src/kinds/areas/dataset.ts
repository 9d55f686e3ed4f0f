import { basename, dirname } from 'node:path';
import { GeometryProblem, plainGeometry } from '@domesday/files/features/geometry';
import { readFeatures } from '@domesday/files/features/read';
import { plainName } from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { type Crs, crsOf, place } from '@domesday/geography/crs';
import { areaDate } from '../../dates.ts';
import {
  type CopyValue,
  type DatasetModule,
  type Days,
  type FetchedFile,
  type FileSource,
  LoadError,
  type SourceItem,
} from '../../types.ts';
import { coverageChecks } from './coverage-check.query.ts';
import { type AreaMapping, type MappedColumn, readAreaMapping } from './mapping.ts';
import { newestArea, publishAreas, replacedAreas } from './publish.query.ts';
import type { AreaFeature, AreaSpec } from './spec.ts';

const COMMON: Record<MappedColumn, string[]> = {
  reference: ['reference', 'ref', 'id', 'objectid', 'fid', 'gml_id'],
  name: ['name', 'title', 'site_name'],
  band: [],
  designated: ['designation-date', 'start-date'],
  ended: ['end-date'],
  authority: ['authority_code', 'lad_code', 'ons_code', 'gss_code'],
};

/** Columns of the staging table of every dataset of areas. */
const TYPES = {
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
};
/** Directions are made some years before they begin, and may say when they end. */
const DAYS: Record<string, { days: Days }> = {
  designated_on: { days: { ahead: 10 * 366 } },
  ended_on: { days: { ahead: 100 * 366 } },
};
/** Characters of a column's name in the dBase table of a shapefile. */
const LONGEST_SHAPEFILE_NAME = 10;
const NAMES = Object.keys(TYPES) as (keyof typeof TYPES)[];

const REPAIRS = {
  grid_without_crs:
    'The file declares no reference system; its coordinates are British National Grid metres.',
  degrees_without_crs: null,
  grid_declared_as_degrees:
    'The file declares degrees, but its coordinates are British National Grid metres and were read as such.',
  axes_swapped: 'The file gives latitude before longitude; they were turned round.',
} as const;

/** A loader of areas: any format of `readFeatures`, any of the reference systems, one row per area. */
export function areaDataset(spec: AreaSpec): DatasetModule {
  return {
    id: spec.id,
    extent: spec.extent,
    snapshot: false,
    takesMapping: true,
    staging: NAMES.map((name) => ({ name, type: TYPES[name], ...DAYS[name] })),
    readMapping: readAreaMapping,
    source: sourceOf(spec),
    recognise: () => ({ refused: 'areas are read feature by feature, not row by row.', missing: [] }),
    replacedRows: (staged) => replacedAreas(staged),
    newestRecord: (staged) => newestArea(staged),
    check: (staged) => coverageChecks(staged, spec),
    publish: (staged) => publishAreas(staged, spec),
  };
}

function sourceOf(spec: AreaSpec): FileSource {
  return {
    async *rows(file, { mapping: given, guards, onBytes }): AsyncGenerator<SourceItem> {
      const mapping = (given ?? {}) as AreaMapping;
      const told = mapping.kind !== undefined || mapping.columns !== undefined;
      const crs = mapping.crs ? (crsOf(mapping.crs) as Crs) : null;
      const covers = mapping.covers?.join(' ') ?? null;
      const repairs = new Set<keyof typeof REPAIRS>();
      const others = new Map<string, number>();
      const scopes = new Map<string, string>();
      const foreign = new Map<string, boolean>();
      const options = { guards, onBytes, ...(mapping.delimiter ? { delimiter: mapping.delimiter } : {}) };
      for await (const item of readFeatures(file, options)) {
        const shown = item.member ? `${file.name}/${item.member}` : file.name;
        if ('note' in item) {
          yield { note: item.note };
          if (item.incomplete) for (const [kind, scope] of scopes) yield { mark: markRow(kind, scope) };
          continue;
        }
        if ('reject' in item) {
          yield { reject: item.reject, file: shown };
          continue;
        }
        const { properties, line } = item.feature;
        const feature = featureOf(properties, item.member ? `${file.name} ${item.member}` : file.name);
        const reject = (reason: string): SourceItem => ({
          reject: { line, reason, raw: JSON.stringify(properties).slice(0, 1000) },
          file: shown,
        });
        if (!foreign.has(shown)) foreign.set(shown, !told && !isOf(spec, feature.file, properties));
        const of_another = foreign.get(shown) ? ofAnother(spec) : null;
        const other = of_another ?? (mapping.kind ? null : (spec.other?.(feature) ?? null));
        if (other !== null) {
          others.set(other, (others.get(other) ?? 0) + 1);
          continue;
        }
        const kind = mapping.kind ?? spec.kind(feature);
        if (kind === null) {
          throw new LoadError(
            'refused',
            `${shown} does not say what its areas are. Tell it in a mapping file (--mapping areas.yaml), for instance \`kind: conservation-area\`. Its columns are ${Object.keys(properties).slice(0, 20).join(', ') || 'none'}.`,
            ['kind'],
          );
        }
        const refusal = spec.refuse?.(feature, kind);
        if (refusal) throw new LoadError('refused', `${shown} was refused: ${refusal}`);
        const declared = crs ?? crsOf(item.feature.crs);
        if (declared === 'unknown') {
          throw new LoadError(
            'refused',
            `${shown} is in a reference system that is not read here (${item.feature.crs?.slice(0, 80)}). Convert it to EPSG:27700 or EPSG:4326, or say with crs in the mapping what it is.`,
          );
        }
        try {
          const placed = place(plainGeometry(item.feature.geometry), declared);
          if (placed.repaired) repairs.add(placed.repaired);
          const scope = spec.scopeByFile ? stem(file) : (covers ?? 'all');
          scopes.set(kind, scope);
          yield { row: rowOf(spec, mapping, feature, kind, scope, covers, placed) };
        } catch (error) {
          if (!(error instanceof GeometryProblem)) throw error;
          yield reject(error.message);
        }
      }
      if (others.size > 0 && scopes.size === 0) throw nothingElse(file.name, others);
      for (const [what, count] of others) {
        yield { note: { name: 'left_out', status: 'warn', detail: leftOut(file.name, what, count) } };
      }
      for (const repair of repairs) {
        const detail = REPAIRS[repair];
        if (detail) yield { note: { name: 'repaired', status: 'warn', detail: `${file.name}: ${detail}` } };
      }
    },
  };
}

/** Whether a layer is of the dataset, as the columns of its first feature and its name tell. */
function isOf({ told_by }: AreaSpec, file: string, properties: Record<string, string>): boolean {
  if (!told_by || told_by.name?.test(file)) return true;
  const length = /\.shp$/i.test(file) ? LONGEST_SHAPEFILE_NAME : undefined;
  const columns = told_by.columns.map((name) => plainName(name).slice(0, length));
  return Object.keys(properties).some((name) => columns.includes(plainName(name)));
}

function ofAnother({ told_by }: AreaSpec): string {
  return `of another dataset: they have none of the columns ${told_by!.columns.join(', ')} (a mapping file with a kind says that they are of this one)`;
}

function leftOut(file: string, what: string, count: number): string {
  return `${file}: ${count} ${count === 1 ? 'area was' : 'areas were'} left out: ${what}.`;
}

function nothingElse(file: string, others: Map<string, number>): LoadError {
  return new LoadError(
    'refused',
    `${file} was refused: all of its areas are ${[...others.keys()].join(' or ')}.`,
  );
}

function rowOf(
  spec: AreaSpec,
  mapping: AreaMapping,
  feature: AreaFeature,
  kind: string,
  scope: string,
  covers: string | null,
  placed: ReturnType<typeof place>,
): CopyValue[] {
  const read = (column: MappedColumn): string | null => {
    const mapped = mapping.columns?.[column];
    return mapped ? feature.get(mapped) : feature.get(...(spec.columns?.[column] ?? []), ...COMMON[column]);
  };
  const mappedBand = mapping.columns?.band ? feature.get(mapping.columns.band) : null;
  const { band, level } = spec.band?.(feature, kind) ?? { band: null, level: null };
  const attributes: Record<string, string> = {};
  for (const name of spec.attributes ?? []) {
    const value = feature.get(name);
    if (value !== null) attributes[plainName(name)] = value;
  }
  const { box } = placed;
  return stagingRow({
    kind,
    scope,
    covers,
    reference: clip(read('reference'), 200),
    name: clip(read('name'), 500),
    band: clip(mappedBand ?? band, 200),
    level,
    attributes: Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : null,
    designated_on: areaDate(read('designated')),
    ended_on: areaDate(read('ended')),
    authority_code: /^[EWS]\d{8}$/.test(read('authority') ?? '') ? read('authority') : null,
    geometry: JSON.stringify(placed.geometry),
    box: `(${box.maxX},${box.maxY}),(${box.minX},${box.minY})`,
    vertices: placed.vertices,
    area_sqm: Math.round(placed.area_sqm * 100) / 100,
  });
}

/** A row without geometry means that the file is incomplete. */
function markRow(kind: string, scope: string): CopyValue[] {
  return stagingRow({ kind, scope });
}

function stagingRow(values: Partial<Record<keyof typeof TYPES, CopyValue>>): CopyValue[] {
  return NAMES.map((name) => values[name] ?? null);
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
  return text === null || text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The name of a file, or of its folder if every district's file has the same name. */
function stem(file: FetchedFile): string {
  const name = /cadastral_parcels/i.test(file.name) ? basename(dirname(file.path)) : file.name;
  return name.replace(/\.(zip|gml|gz|geojson|json|csv)$/gi, '').toLowerCase();
}
