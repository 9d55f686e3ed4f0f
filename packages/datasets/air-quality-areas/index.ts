import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/**
 * Air quality management areas (Defra, all of the United Kingdom): where a council found that an objective is
 * exceeded.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  told_by: {
    columns: ['aqma_id', 'aqma_ref', 'aqma_name', 'pollutants', 'pollutant', 'aqma_pollutants'],
    name: /aqma|air.?quality/i,
  },
  kind: () => 'air-quality-management-area',
  band: (feature) => ({
    band: feature.get('pollutants', 'pollutant', 'aqma_pollutants') ?? 'air quality management area',
    level: 'medium',
  }),
  columns: {
    reference: ['aqma_id', 'aqma_ref', 'ref', 'id'],
    name: ['aqma_name', 'title', 'name'],
    designated: ['date_declared', 'date_decl', 'declared', 'start_date'],
    ended: ['date_revoked', 'date_rev', 'revoked', 'end_date'],
  },
  attributes: ['local_authority', 'local_auth', 'local_auth', 'pollutants', 'objectives', 'status'],
  extent: 'nation',
});
