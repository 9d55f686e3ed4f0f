import type { AreaFeature } from './spec.ts';

/**
 * Flood zones of the planning systems of England and Wales. England (Environment Agency, 2025): one layer
 * `Flood_Zones_2_3_Rivers_and_Sea` with flood_zone FZ2 or FZ3; before 2025 one layer for each zone, identified by
 * its name or its column `layer`. Wales (Natural Resources Wales): column risk with
 * `Flood Zone 2` or `Flood Zone 3`, a layer for rivers and sea and one for surface water and small watercourses.
 */
function zoneOf(feature: AreaFeature): string | null {
  const named = feature.get('flood_zone', 'flood zone', 'zone', 'layer', 'flood-risk-level', 'risk');
  const zone =
    /(?:^|zone|fz)[ _]?([23])[ab]?\b/i.exec(named ?? '')?.[1] ??
    /(?:flood|fz)[ _-]*zones?[ _-]*([23])(?![ _-]*(?:and|&|[23]))(?!\d)/i.exec(feature.file)?.[1];
  return zone ? `flood-zone-${zone}` : null;
}

/** England also publishes the zones in a future climate, which have no number. */
function otherOf(feature: AreaFeature): string | null {
  const named = `${feature.file} ${feature.get('layer') ?? ''} ${feature.get('name') ?? ''}`;
  return /climate|(^|[^a-z])cc([^a-z]|$)/i.test(named) ? 'flood zones in a future climate' : null;
}

function bandOf(feature: AreaFeature, kind: string): { band: string; level: null } {
  const surface = /surface[ _-]?water/i.test(`${feature.file} ${feature.get('layer') ?? ''}`);
  return { band: `Flood Zone ${kind.slice(-1)}${surface ? ', surface water' : ''}`, level: null };
}

export const floodZones = {
  kind: zoneOf,
  other: otherOf,
  band: bandOf,
  filePerLayer: /./,
  attributes: ['origin', 'flood_source', 'asset_state', 'type'],
  extent: 'nation' as const,
};
