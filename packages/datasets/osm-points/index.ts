import { isRefused, namedColumns } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';
import { categoryOfTags, TAGS } from './tags.ts';

/**
 * Points of OpenStreetMap as Overpass writes them with `[out:csv(::type, ::id, ::lat, ::lon, name, amenity, shop,
 * leisure, tourism, railway, highway; true)]` and `out center`, or osmconvert with `--csv-headline`: one column
 * for each tag, tabs or commas. Licensed under the ODbL, so they are stored and answered apart from the rest.
 */
const REQUIRED = { id: ['@id', 'id'], latitude: ['@lat', 'lat'], longitude: ['@lon', 'lon'] };
const OPTIONAL = {
  type: ['@type', '@otype', 'type'],
  name: ['name'],
  ...(Object.fromEntries(TAGS.map((tag) => [tag, [tag]])) as Record<(typeof TAGS)[number], string[]>),
};

const COLUMNS = [
  { name: 'id', type: 'text not null' },
  { name: 'name', type: 'text' },
  { name: 'category', type: 'text not null' },
  { name: 'kind', type: 'text not null' },
  { name: 'easting', type: 'double precision not null' },
  { name: 'northing', type: 'double precision not null' },
  { name: 'latitude', type: 'double precision not null' },
  { name: 'longitude', type: 'double precision not null' },
];

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  staging: COLUMNS,
  maxFieldChars: 8000,
  maxRecordChars: 64_000,
  recognise,
  replacedRows: (staged) => servedRows(staged, 'osm_points'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'osm_points',
      key: ['id'],
      columns: COLUMNS.map((c) => c.name),
      remove: 'true',
      order: 'floor(s.easting / 2000), floor(s.northing / 2000)',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const delimiter = (head.text.split(/[\r\n]/, 1)[0] ?? '').includes('\t') ? '\t' : ',';
  const found = namedColumns('points of OpenStreetMap', head, REQUIRED, OPTIONAL, { delimiter });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const tags = TAGS.filter((tag) => at[tag] !== -1);
  if (tags.length === 0) {
    return {
      refused: `as points of OpenStreetMap it has none of the columns ${TAGS.join(', ')}.`,
      missing: ['amenity'],
    };
  }

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    if (fields.length > width)
      return `The row has ${fields.length} columns, where the header names ${width}.`;
    const id = cleanText(fields[at.id]);
    if (!id || !/^\d+$/.test(id)) return `"${id ?? ''}" is not the number of an element.`;
    const found = categoryOfTags((tag) => (at[tag] === -1 ? null : cleanText(fields[at[tag]])));
    if (!found) return SKIP;
    const latitude = numberOf(fields[at.latitude]);
    const longitude = numberOf(fields[at.longitude]);
    if (latitude === null || longitude === null)
      return 'The element has no position; ways need `out center`.';
    const { easting, northing } = toGrid(latitude, longitude);
    if (!onGrid(easting, northing)) return SKIP;
    const degrees = toDegrees(easting, northing);
    row[0] = `${at.type === -1 ? 'node' : (cleanText(fields[at.type]) ?? 'node')}/${id}`;
    row[1] = at.name === -1 ? null : cleanText(fields[at.name]);
    row[2] = found.category;
    row[3] = found.kind;
    row[4] = easting;
    row[5] = northing;
    row[6] = degrees.latitude;
    row[7] = degrees.longitude;
    return null;
  }
  return { name: `tags ${tags.join(', ')}`, delimiter, dataOffset, firstLine, map };
}
