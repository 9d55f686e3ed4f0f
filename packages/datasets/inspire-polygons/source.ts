import { servedAreas } from '@domesday/loading/kinds/areas/served';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'inspire-polygons',
  name: 'INSPIRE index polygons',
  publisher: 'HM Land Registry',
  countries: ['England', 'Wales'],
  licence: `${OGL}, with HM Land Registry's conditions for INSPIRE index polygons`,
  attribution:
    'This information is subject to Crown copyright and database rights [year] and is reproduced with the permission of HM Land Registry. The polygons (including the associated geometry, namely x, y co-ordinates) are subject to Crown copyright and database rights [year] and are reproduced with the permission of HM Land Registry and Ordnance Survey.',
  cadence_days: 31,
  dated_by: 'release',
  delay_days: 0,
  served: servedAreas('inspire-polygons', 'the files of the same name'),
  used_by: ['plot size'],
  download: byOperator('titles', 'not_known'),
  docs: {
    page: 'data-areas',
    what: 'land parcels, HM Land Registry',
    layouts: 'GML by district, `LR:PREDEFINED`',
    where: 'use-land-property-data.service.gov.uk',
    layout_seen: { real_file: 'polygons of Wales as GeoJSON, not GML' },
  },
} as const satisfies DatasetSource;
