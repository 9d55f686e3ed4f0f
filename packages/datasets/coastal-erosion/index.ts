import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/**
 * National coastal erosion risk mapping (Environment Agency): zones that may be lost by 2055 and by 2105, and ground
 * instability zones; each is a layer, identified by its name.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  kind: () => 'coastal-erosion',
  band: (feature) => {
    const named = `${feature.get('epoch', 'period', 'layer', 'zone_type') ?? ''} ${feature.file}`;
    if (/2025|short|20 ?y/i.test(named)) return { band: 'short term', level: 'high' };
    if (/2055|medium|50 ?y/i.test(named)) return { band: 'by 2055', level: 'high' };
    if (/2105|long|100 ?y/i.test(named)) return { band: 'by 2105', level: 'medium' };
    if (/instab/i.test(named)) return { band: 'ground instability zone', level: 'medium' };
    return { band: 'erosion zone', level: 'medium' };
  },
  columns: { reference: ['pu_id', 'rmp_unit', 'reference'], name: ['pu_name', 'smp_name', 'name'] },
  attributes: ['smp_name', 'smp_no', 'climate', 'management'],
  extent: 'none',
});
