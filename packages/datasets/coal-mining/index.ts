import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import type { AreaLevel } from '@domesday/loading/kinds/areas/spec';
import { source } from './source.ts';

/** Layers of the Mining Remediation Authority, identified by name. */
const LAYERS: [RegExp, string, string, AreaLevel][] = [
  [/high[ _-]*risk/i, 'coal-development-high-risk', 'development high risk area', 'high'],
  [/mine[ _-]*entr/i, 'coal-mine-entry', 'mine entry', 'high'],
  [/shallow/i, 'coal-past-shallow', 'past shallow workings', 'medium'],
  [/surface[ _-]*min|opencast/i, 'coal-surface-mining', 'past surface mining', 'medium'],
  [/fissure|breakline/i, 'coal-fissure', 'fissures and breaklines', 'medium'],
  [
    /report|coalfield|licen|underground|low[ _-]*risk|coal/i,
    'coal-reporting-area',
    'coal mining reporting area',
    'low',
  ],
];

/** Coal mining in Great Britain: reporting area, development high risk area, past workings (Mining Remediation Authority). */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  kind: (feature) => {
    const named = `${feature.get('layer', 'theme', 'type', 'category') ?? ''} ${feature.file}`;
    return LAYERS.find(([pattern]) => pattern.test(named))?.[1] ?? null;
  },
  band: (_feature, kind) => {
    const layer = LAYERS.find(([, known]) => known === kind);
    return { band: layer?.[2] ?? kind, level: layer?.[3] ?? null };
  },
  extent: 'nation',
});
