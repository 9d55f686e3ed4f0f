import { areaDataset } from '@domesday/loading/kinds/areas/dataset';

/**
 * INSPIRE index polygons of HM Land Registry, one GML file for each district: members LR:PREDEFINED with
 * LR:GEOMETRY, LR:INSPIREID, LR:VALIDFROM. Freehold land and its indicative position, not its legal boundary.
 */
export const inspirePolygons = areaDataset({
  id: 'inspire-polygons',
  countries: ['England', 'Wales'],
  kind: () => 'parcel',
  columns: { reference: ['INSPIREID', 'inspireid'], name: [], designated: ['VALIDFROM'], ended: [] },
  extent: 'none',
  scopeByFile: true,
});
