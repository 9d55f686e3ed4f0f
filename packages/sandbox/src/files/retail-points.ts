import { SETTLEMENTS } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { placeIn, streetLine } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const RETAIL_POINTS_HEADER = (
  'id,retailer,fascia,store_name,add_one,add_two,town,suburb,postcode,long_wgs,lat_wgs,bng_e,bng_n,pqi,open_date,' +
  'size_band'
).split(',');
const SIZES = ['< 3,013 ft2 (280m2)', '3,013 < 15,069 ft2 (280 < 1,400 m2)', '30,138 ft2 > (2,800 m2)'];

/** Grocers of the whole country; the size bands contain commas. */
export function retailPoints(country: Country): DatasetFiles[] {
  const rows: Row[] = SETTLEMENTS.flatMap((settlement, at) =>
    Array.from({ length: settlement.key.startsWith('xanbury') ? 4 : 2 }, (_, i) => {
      const random = randomFor('grocer', settlement.key, i);
      const place = placeIn(country, settlement, random.int(-500, 600), random.int(-220, 240));
      const town = titleCase(settlement.town);
      const retailer = random.pick(['Xandl', 'Merrifare', 'Coxtop']);
      return [
        9_980_000 + at * 10 + i,
        retailer,
        retailer,
        `${retailer} ${town} ${i + 1}`,
        streetLine(place),
        '',
        town,
        titleCase(settlement.locality),
        place.postcode.postcode,
        place.longitude,
        place.latitude,
        Math.round(place.easting),
        Math.round(place.northing),
        'Rooftop geocoded by Geolytix',
        20_160_201,
        random.pick(SIZES),
      ];
    }),
  );
  const content = csv([RETAIL_POINTS_HEADER, ...rows]);
  return [oneFile('retail-points', 'retail-points/geolytix_retailpoints.csv', content, rows.length)];
}
