import { areaDate } from '@domesday/loading/dates';
import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import type { AreaFeature } from '@domesday/loading/kinds/areas/spec';
import { source } from './source.ts';

const ENDED = ['date_revoked', 'date_rev', 'revoked', 'end_date'];

/**
 * Leaves out an area that is revoked without a date, since the days on which it was in force are not known. An area
 * with a date was in force until then.
 */
function revokedSometime(feature: AreaFeature): string | null {
  const texts = [feature.get('status'), feature.get(...ENDED)];
  const word = texts.some((text) => /^(revoked|yes|y|true)\b/i.test(text ?? ''));
  return word && areaDate(feature.get(...ENDED)) === null
    ? 'revoked, but the date of revocation is missing'
    : null;
}

/**
 * Air quality management areas (Defra, all of the United Kingdom): where a council found that an objective is
 * exceeded.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  recognised_by: {
    columns: ['aqma_id', 'aqma_ref', 'aqma_name', 'pollutants', 'pollutant', 'aqma_pollutants'],
    name: /aqma|air.?quality/i,
  },
  kind: () => 'air-quality-management-area',
  other: revokedSometime,
  band: (feature) => ({
    band: feature.get('pollutants', 'pollutant', 'aqma_pollutants') ?? 'air quality management area',
    level: 'medium',
  }),
  columns: {
    reference: ['aqma_id', 'aqma_ref', 'ref', 'id'],
    name: ['aqma_name', 'title', 'name'],
    designated: ['date_declared', 'date_decl', 'declared', 'start_date'],
    ended: ENDED,
  },
  attributes: ['local_authority', 'local_auth', 'pollutants', 'objectives', 'status'],
  extent: 'nation',
});
