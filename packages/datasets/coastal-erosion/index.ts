import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import type { AreaFeature, AreaLevel } from '@domesday/loading/kinds/areas/spec';
import { source } from './source.ts';

const SHARES: Record<string, string> = {
  '0': 'without climate change',
  '70': 'with climate change at the 70th percentile',
  '95': 'with climate change at the 95th percentile',
};

/**
 * Band of a layer of the edition of 2024, `NCERM_SMP_2055_70CC`: with shoreline management plans (SMP) or no further
 * intervention (NFI), by 2055 or 2105, without climate change (0), at its 70th or its 95th percentile. Land that is
 * lost only without further intervention is one level lower.
 */
function scenarioOf(named: string): { band: string; level: AreaLevel } | null {
  const [, work, year, share] = /(SMP|NFI)_(2055|2105)_(0|70|95)CC/i.exec(named) ?? [];
  if (!work || !year) return null;
  const planned = work.toUpperCase() === 'SMP';
  const by = `by ${year} ${planned ? 'with shoreline management plans' : 'without further intervention'}`;
  const levels: AreaLevel[] = year === '2055' ? ['high', 'medium'] : ['medium', 'low'];
  return { band: `${by}, ${SHARES[share!]}`, level: planned ? levels[0]! : levels[1]! };
}

/** The band and level of a feature. The level is null if its layer names no time by which land may be lost. */
function bandOf(feature: AreaFeature): { band: string; level: AreaLevel | null } {
  const column = feature.get('epoch', 'period', 'layer', 'zone_type') ?? '';
  const named = `${column} ${feature.file}`;
  const scenario = scenarioOf(column) ?? scenarioOf(feature.file);
  if (scenario) return scenario;
  if (/instab/i.test(named)) return { band: 'ground instability zone', level: 'medium' };
  // A year in the name of a file is the year of its edition, so 2025 counts only in a column.
  if (/2025/.test(column) || /short|20 ?y/i.test(named)) return { band: 'short term', level: 'high' };
  if (/2055|medium|50 ?y/i.test(named)) return { band: 'by 2055', level: 'high' };
  if (/2105|long|100 ?y/i.test(named)) return { band: 'by 2105', level: 'medium' };
  return { band: 'erosion zone', level: null };
}

/**
 * National coastal erosion risk mapping (Environment Agency): zones that may be lost by 2055 and by 2105, and ground
 * instability zones; each is a layer, identified by its name.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  recognised_by: {
    columns: ['frontageid', 'pu_id', 'pu_name', 'rmp_unit', 'smp_name', 'smp_no', 'epoch', 'zone_type'],
    name: /ncerm|erosion|instab/i,
  },
  kind: () => 'coastal-erosion',
  other: (feature) =>
    /instability_recession/i.test(`${feature.get('layer') ?? ''} ${feature.file}`)
      ? 'lines of recession, not zones'
      : null,
  band: bandOf,
  graded: true,
  filePerLayer: /./,
  columns: {
    reference: ['frontageid', 'pu_id', 'rmp_unit', 'reference'],
    name: ['pu_name', 'smp_name', 'name'],
  },
  attributes: ['smp_name', 'smp_no', 'smp_pu', 'mt_smp', 'lt_smp', 'def_type', 'climate', 'management'],
  extent: 'as_stated',
});
