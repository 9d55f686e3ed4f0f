import { numberOf } from '@domesday/files/values';
import { type Degrees, type GridPoint, onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { source } from './source.ts';
import { categoryOfTags, TAGS, type Tag } from './tags.ts';

const TAG_COLUMNS = Object.fromEntries(TAGS.map((tag) => [tag, { from: [tag], optional: true }])) as Record<
  Tag,
  { from: string[]; optional: true }
>;
/** The types of elements, as Overpass and osmconvert (`@otype`, `@oname`) write them. */
const TYPES = new Map([
  ['node', 'node'],
  ['way', 'way'],
  ['relation', 'relation'],
  ['0', 'node'],
  ['1', 'way'],
  ['2', 'relation'],
]);

interface Element extends GridPoint, Degrees {
  id: string;
  category: string;
  kind: string;
}

/**
 * Points of OpenStreetMap as Overpass writes them with `[out:csv(::type, ::id, ::lat, ::lon, name, amenity, shop,
 * leisure, tourism, railway, highway; true)]` and `out center`, osmconvert with `--csv-headline`, or a table whose ids
 * name the type (`node/21306881`): one column for each tag, tabs or commas. Licensed under the ODbL, so they are stored
 * and answered separately from other sources.
 */
const table = columnTable<undefined, Element>()(
  {
    id: {
      type: 'text not null',
      from: ['@id', 'id'],
      read: (_, row) => row.made.id,
    },
    name: { type: 'text', from: ['name'], optional: true },
    category: { type: 'text not null', read: (_, row) => row.made.category },
    kind: { type: 'text not null', read: (_, row) => row.made.kind },
    easting: { type: 'double precision not null', read: (_, row) => row.made.easting },
    northing: { type: 'double precision not null', read: (_, row) => row.made.northing },
    latitude: {
      type: 'double precision not null',
      from: ['@lat', 'lat', 'latitude'],
      read: (_, row) => row.made.latitude,
    },
    longitude: {
      type: 'double precision not null',
      from: ['@lon', 'lon', 'longitude'],
      read: (_, row) => row.made.longitude,
    },
    type: { from: ['@type', '@otype', '@oname', 'type'], optional: true },
    ...TAG_COLUMNS,
  },
  (row) => {
    const id = /^(?:(node|way|relation)\/)?(\d+)$/.exec(row.text('id') ?? '');
    if (!id) return row.refuse(`${quoted(row.text('id'))} is not the number of an element.`);
    const type = id[1] ?? TYPES.get(row.text('type')?.toLowerCase() ?? '');
    if (!type)
      return row.refuse(
        'Only its type tells an element from others of the same number: write `node/1` as the id, or `node`, `way` or `relation` into a column `@type`.',
      );
    const found = categoryOfTags((tag) => row.text(tag));
    if (!found) return row.skip('The element is not of a kind that is served.');
    const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
    if (latitude === null || longitude === null)
      return row.refuse('The element has no position; ways need `out center`.');
    const { easting, northing } = toGrid(latitude, longitude);
    if (!onGrid(easting, northing)) return row.skip('The element lies outside Great Britain.');
    return {
      id: `${type}/${id[2]}`,
      ...found,
      easting,
      northing,
      ...toDegrees(easting, northing),
    };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: table.staging,
  maxFieldChars: 8000,
  maxRecordChars: 64_000,
  recognise,
  replacedRows: (staged) => servedRows(staged, 'osm_points'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'osm_points',
      key: ['id'],
      columns: table.served,
      remove: 'true',
      order: 'floor(s.easting / 2000), floor(s.northing / 2000)',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('points of OpenStreetMap', head);
  if ('refused' in found) return found;
  const tags = TAGS.filter((tag) => found.at[tag] !== -1);
  if (tags.length === 0) {
    return {
      refused: `as points of OpenStreetMap it has none of the columns ${TAGS.join(', ')}.`,
      missing: ['amenity'],
    };
  }
  return table.layout({
    name: `tags ${tags.join(', ')}`,
    ...found,
    file: undefined,
    fits: (fields) =>
      fields.length > found.width
        ? `The row has ${fields.length} columns, where the header names ${found.width}.`
        : null,
  });
}
