import type { AreaFeature } from './spec.ts';

/**
 * Flood zones of the planning systems of England and Wales. England (Environment Agency, 2025): one layer
 * `Flood_Zones_2_and_3_Rivers_and_Sea` with flood_zone FZ2 or FZ3; before 2025 one layer for each zone, identified by
 * its name or its column `layer`. Wales (Natural Resources Wales): zones 2 and 3 by rivers and by sea.
 */
function zoneOf(feature: AreaFeature): string | null {
  const named = feature.get('flood_zone', 'flood zone', 'zone', 'layer', 'flood-risk-level', 'risk');
  const zone =
    /(?:^|zone|fz)[ _]?([23])[ab]?\b/i.exec(named ?? '')?.[1] ??
    /(?:flood|fz)[ _-]*zones?[ _-]*([23])(?![ _-]*and)(?!\d)/i.exec(feature.file)?.[1];
  return zone ? `flood-zone-${zone}` : null;
}

export const floodZones = {
  kind: zoneOf,
  band: (_feature: AreaFeature, kind: string) => ({ band: `Flood Zone ${kind.slice(-1)}`, level: null }),
  attributes: ['origin', 'flood_source', 'asset_state', 'type'],
  extent: 'nation' as const,
};
