import { SETTLEMENTS } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { placeIn } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const TAGS = ['amenity', 'shop', 'leisure', 'tourism', 'railway'] as const;
const ELEMENTS: readonly (readonly [(typeof TAGS)[number], string, string])[] = [
  ['leisure', 'park', 'Park'],
  ['leisure', 'playground', ''],
  ['amenity', 'cafe', 'Lantern Café'],
  ['amenity', 'pub', 'Mackerel Arms'],
  ['amenity', 'charging_station', ''],
  ['amenity', 'place_of_worship', 'St Xena'],
  ['amenity', 'library', 'Library'],
  ['amenity', 'post_office', 'Post Office'],
  ['shop', 'bakery', 'Crumb & Crust'],
  ['shop', 'vacant', ''],
  ['tourism', 'museum', 'Herring Museum'],
];

/** Points of OpenStreetMap as Overpass writes them: tabs, one column for each tag, some without a name. */
export function osmPoints(country: Country): DatasetFiles[] {
  const rows = SETTLEMENTS.flatMap((settlement, at) =>
    ELEMENTS.map(([tag, value, name], i) => {
      const random = randomFor('osm', settlement.key, i);
      const place = placeIn(country, settlement, random.int(-500, 600), random.int(-220, 240));
      const town = titleCase(settlement.town);
      const tags = TAGS.map((column) => (column === tag ? value : ''));
      const type = tag === 'leisure' ? 'way' : 'node';
      return [
        type,
        99_800_000_000_000 + at * 100 + i,
        place.latitude,
        place.longitude,
        name && `${town} ${name}`,
        ...tags,
      ].join('\t');
    }),
  );
  const header = ['@type', '@id', '@lat', '@lon', 'name', ...TAGS].join('\t');
  return [oneFile('osm-points', 'osm-points/points.tsv', `${[header, ...rows].join('\n')}\n`, rows.length)];
}
