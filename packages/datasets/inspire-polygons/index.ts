import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/**
 * INSPIRE index polygons of HM Land Registry, one GML file for each district: members LR:PREDEFINED with LR:GEOMETRY,
 * LR:INSPIREID, LR:VALIDFROM. A polygon shows freehold land in its indicative position, not its legal boundary.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  recognised_by: { columns: ['INSPIREID'] },
  kind: () => 'parcel',
  columns: { reference: ['INSPIREID', 'inspireid'], name: [], designated: ['VALIDFROM'], ended: [] },
  extent: 'none',
  scopeByFile: true,
});
