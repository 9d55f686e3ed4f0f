import { plainName } from '@domesday/files/header';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import { areaDate } from '@domesday/loading/dates';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type CopyValue,
  type DatasetModule,
  type Guards,
  LoadError,
  type SourceItem,
} from '@domesday/loading/types';
import { postcodeOf, uprnOf } from '@domesday/loading/values';
import { type ApplicationField, type ApplicationMapping, readApplicationMapping } from './mapping.ts';
import { publishApplications } from './publish.query.ts';
import { type PlainRecord, type RecordSource, readApplications } from './read.ts';
import { source } from './source.ts';
import { categoryOf, statusOf } from './status.ts';

/** Names under which each source has a field, likeliest first. Names of applicants and agents are not among them. */
const NAMES: Record<RecordSource, Partial<Record<ApplicationField, string[]>>> = {
  planit: {
    reference: ['uid', 'reference', 'name'],
    authority_name: ['authority_name'],
    address: ['address'],
    postcode: ['postcode'],
    description: ['description'],
    type: ['app_type'],
    status: ['app_state'],
    received: ['start_date'],
    decided: ['decided_date'],
    latitude: ['lat'],
    longitude: ['lng'],
    url: ['url', 'link'],
  },
  'london-datahub': {
    reference: ['lpa_app_no'],
    authority_name: ['borough', 'lpa_name'],
    postcode: ['postcode'],
    uprn: ['uprn'],
    description: ['description'],
    type: ['application_type_full', 'application_type'],
    status: ['status'],
    decision: ['decision'],
    validated: ['valid_date'],
    decided: ['decision_date'],
    appeal_status: ['appeal_status'],
    appeal_decided: ['appeal_decision_date'],
    easting: ['centroid_easting'],
    northing: ['centroid_northing'],
    latitude: ['lat'],
    longitude: ['lng'],
    url: ['url_planning_app'],
  },
  'planning-data': {
    reference: ['reference'],
    authority_name: ['organisation', 'organisation_entity'],
    address: ['address_text'],
    uprn: ['uprn'],
    description: ['description', 'name'],
    type: ['planning_application_type', 'development_classification'],
    status: ['planning_application_status'],
    decision: ['planning_decision', 'planning_decision_type'],
    received: ['start_date'],
    decided: ['decision_date'],
    url: ['documentation_url'],
  },
  council: {},
};

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  takesMapping: true,
  readMapping: readApplicationMapping,
  staging: [
    { name: 'source', type: 'text not null' },
    { name: 'source_id', type: 'text not null' },
    { name: 'reference', type: 'text not null' },
    { name: 'authority_name', type: 'text not null' },
    { name: 'authority_code', type: 'text' },
    { name: 'address', type: 'text' },
    { name: 'postcode', type: 'text collate "C"' },
    { name: 'uprn', type: 'bigint' },
    { name: 'description', type: 'text not null' },
    { name: 'type', type: 'text' },
    { name: 'category', type: 'text not null' },
    { name: 'status', type: 'text not null' },
    { name: 'native_status', type: 'text' },
    { name: 'decision', type: 'text' },
    { name: 'received', type: 'date' },
    { name: 'validated', type: 'date' },
    { name: 'decided', type: 'date' },
    { name: 'appeal_status', type: 'text' },
    { name: 'appeal_decided', type: 'date' },
    { name: 'day', type: 'date' },
    { name: 'latitude', type: 'double precision' },
    { name: 'longitude', type: 'double precision' },
    { name: 'easting', type: 'double precision' },
    { name: 'northing', type: 'double precision' },
    { name: 'position', type: 'point' },
    { name: 'url', type: 'text' },
  ],
  source: { rows },
  recognise: () => ({ refused: 'applications are read record by record.', missing: [] }),
  newestRecord: ({ client, table }) => newestDate(client, table, 'day'),
  publish: publishApplications,
};

async function* rows(
  file: Parameters<NonNullable<DatasetModule['source']>['rows']>[0],
  context: { mapping: unknown; guards: Guards },
): AsyncGenerator<SourceItem> {
  const mapping = (context.mapping ?? {}) as ApplicationMapping;
  for await (const item of readApplications(file, mapping.delimiter ?? ',', context.guards)) {
    if ('reject' in item) {
      yield item;
      continue;
    }
    const { source, record, line } = item;
    if (source === 'council' && !mapping.columns) {
      throw new LoadError(
        'refused',
        `${file.name} is a table of an unknown layout. Name its columns in a mapping file (columns: reference, description, status, received, …). It has: ${[...record.keys()].slice(0, 25).join(', ')}.`,
        ['columns'],
      );
    }
    const made = rowOf(source, record, mapping);
    if (typeof made === 'string') {
      yield { reject: { line, reason: made, raw: JSON.stringify(known(source, record, mapping)) } };
    } else yield { row: made };
  }
}

/** What is kept of a refused record: the columns that are read, so that no name of a person is. */
function known(source: RecordSource, record: PlainRecord, mapping: ApplicationMapping): [string, string][] {
  const names = new Set(Object.values(NAMES[source]).flat());
  for (const column of Object.values(mapping.columns ?? {})) names.add(plainName(column));
  return [...record].filter(([name]) => names.has(name));
}

function rowOf(source: RecordSource, record: PlainRecord, mapping: ApplicationMapping): CopyValue[] | string {
  const get = (field: ApplicationField): string | null => {
    const mapped = mapping.columns?.[field];
    const names = mapped ? [plainName(mapped)] : (NAMES[source][field] ?? []);
    for (const name of names) {
      const value = cleanText(record.get(name)?.replaceAll('\0', ''));
      if (value) return value;
    }
    return null;
  };
  const reference = get('reference');
  if (!reference) return 'The application has no reference.';
  const authority_name = mapping.authority_name ?? get('authority_name') ?? mapping.authority_code ?? null;
  if (!authority_name)
    return 'The application names no authority. Tell it with authority_name in the mapping.';
  const description = get('description');
  if (!description) return 'The application has no description.';
  const text = get('address') ?? londonAddress(source, record);
  const postcode = postcodeOf(get('postcode') ?? undefined) ?? postcodeAtEnd(text);
  const [received, validated, decided] = [get('received'), get('validated'), get('decided')].map((d) =>
    areaDate(d),
  );
  const [state, decision, type] = [get('status'), get('decision'), get('type')];
  const place = positionOf(get);
  return [
    source,
    `${plainName(authority_name)}/${reference}`,
    reference,
    authority_name,
    mapping.authority_code ?? get('authority_code'),
    text,
    postcode,
    uprnOf(get('uprn') ?? undefined),
    description.slice(0, 4000),
    type,
    categoryOf(type, description),
    statusOf(state, decision),
    state,
    decision,
    received ?? null,
    validated ?? null,
    decided ?? null,
    get('appeal_status'),
    areaDate(get('appeal_decided')),
    validated ?? received ?? decided ?? null,
    place?.latitude ?? null,
    place?.longitude ?? null,
    place?.easting ?? null,
    place?.northing ?? null,
    place ? `(${place.easting},${place.northing})` : null,
    /^https?:\/\//.test(get('url') ?? '') ? get('url') : null,
  ];
}

/** The datahub has an address in pieces, of which `site_name` often holds the whole. */
function londonAddress(source: RecordSource, record: PlainRecord): string | null {
  if (source !== 'london-datahub') return null;
  const parts = ['site_number', 'site_name', 'street_name', 'locality'].map((name) =>
    record.get(name)?.trim(),
  );
  return cleanText(parts.filter((part) => part).join(', '));
}

function postcodeAtEnd(address: string | null): string | null {
  const found = /([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\s*$/i.exec(address ?? '');
  return found ? postcodeOf(`${found[1]} ${found[2]}`) : null;
}

function positionOf(get: (field: ApplicationField) => string | null) {
  const [easting, northing] = [numberOf(get('easting') ?? undefined), numberOf(get('northing') ?? undefined)];
  if (easting !== null && northing !== null && onGrid(easting, northing)) {
    return { easting, northing, ...toDegrees(easting, northing) };
  }
  const [latitude, longitude] = [
    numberOf(get('latitude') ?? undefined),
    numberOf(get('longitude') ?? undefined),
  ];
  if (latitude === null || longitude === null || latitude < 49 || latitude > 62) return null;
  const grid = toGrid(latitude, longitude);
  return onGrid(grid.easting, grid.northing) ? { ...grid, latitude, longitude } : null;
}
