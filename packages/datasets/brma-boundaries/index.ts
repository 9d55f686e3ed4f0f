import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/**
 * Boundaries of broad rental market areas, GeoJSON, shapefile or GML: England (Valuation Office Agency, columns
 * `Name`, `LOCALITY_I`), Scotland (Scottish Government, `BRMAName`, `OldCode`), Wales (Rent Officers Wales,
 * `brma_name`, `brma`). `rebuildMarketAreas` assigns the postcodes. Column names are taken from projects that read the
 * files; tested with made-up files only.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  recognised_by: {
    columns: ['brma_name', 'brmaname', 'broad_rental_market_area', 'brma_code', 'brma', 'locality_i'],
    name: /brma|rental.?market/i,
  },
  kind: () => 'brma',
  columns: {
    name: ['brma_name', 'brmaname', 'name', 'broad_rental_market_area'],
    reference: ['brma_code', 'locality_i', 'oldcode', 'brma', 'code', 'reference'],
  },
  extent: 'none',
});
