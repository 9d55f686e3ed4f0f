import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'brma-boundaries',
  name: 'Boundaries of broad rental market areas',
  publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: broad rental market area boundaries. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas(
    'brma-boundaries',
    'areas of the same kind that were loaded for the same place (`--covers`)',
  ),
  used_by: ['brma_postcodes'],
  download: byOperator('rents', 'not_known'),
  docs: {
    page: 'data',
    what: 'boundaries of broad rental market areas, Valuation Office Agency, Rent Officers Wales, Scottish Government',
    layouts: 'GeoJSON, shapefile or GML, columns by name',
    where: 'data.gov.uk, "Broad Rental Market Areas"; spatialdata.gov.scot; gov.wales',
    layout_seen: {},
  },
  no_sandbox: 'The sandbox places market areas by brma-lookup.',
} as const satisfies DatasetSource;
