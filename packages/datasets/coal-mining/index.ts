import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import type { AreaFeature, AreaLevel } from '@domesday/loading/kinds/areas/spec';
import { source } from './source.ts';

/** Layers of the Mining Remediation Authority, identified by name. */
const LAYERS: [RegExp, string, string, AreaLevel][] = [
  [/high[ _-]*risk/i, 'coal-development-high-risk', 'development high risk area', 'high'],
  [/mine[ _-]*entr/i, 'coal-mine-entry', 'mine entry', 'high'],
  [/shallow/i, 'coal-past-shallow', 'past shallow workings', 'medium'],
  [/surface[ _-]*min|opencast/i, 'coal-surface-mining', 'past surface mining', 'medium'],
  [/fissure|breakline/i, 'coal-fissure', 'fissures and breaklines', 'medium'],
  [/report|coalfield|low[ _-]*risk/i, 'coal-reporting-area', 'coal mining reporting area', 'low'],
];

/** Other layers of the publisher: no hazard to a house, or already within the reporting area. */
const OTHER_LAYERS =
  /outcrop|resource|licen[cs]|abandon|catalogue|underground|seam|discharge|treatment|fault|subsidence|claim/i;

/**
 * The known layer of a feature, `other` for one of `OTHER_LAYERS`, or null if neither. The feature's own layer counts
 * before the name of its file.
 */
function layerOf(feature: AreaFeature): (typeof LAYERS)[number] | 'other' | null {
  for (const named of [feature.get('layer', 'theme', 'type', 'category') ?? '', feature.file]) {
    const layer = LAYERS.find(([pattern]) => pattern.test(named));
    if (layer) return layer;
    if (OTHER_LAYERS.test(named)) return 'other';
  }
  return null;
}

/**
 * Coal mining in Great Britain: reporting area, development high risk area, past workings (Mining Remediation
 * Authority).
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  kind: (feature) => {
    const layer = layerOf(feature);
    return layer === 'other' ? null : (layer?.[1] ?? null);
  },
  other: (feature) =>
    layerOf(feature) === 'other' ? 'coal outcrops, resources, licences or deep workings' : null,
  band: (_feature, kind) => {
    const layer = LAYERS.find(([, known]) => known === kind);
    return { band: layer?.[2] ?? kind, level: layer?.[3] ?? null };
  },
  extent: 'nation',
});
