import type { AreaFeature, AreaLevel } from './spec.ts';

/** flood-rivers-sea or flood-surface-water, by the name of the layer. */
function kindOf(feature: AreaFeature): string | null {
  const named = [feature.file, feature.get('flood_source', 'source', 'layer', 'theme') ?? ''].join(' ');
  if (/rofsw|surface[ _-]?water|pluvial|small[ _-]?watercourse/i.test(named)) return 'flood-surface-water';
  return /rofrs|rofs[_ -]|rivers?|(?<![a-z])sea\b|coastal|fluvial/i.test(named.replaceAll('_', ' '))
    ? 'flood-rivers-sea'
    : null;
}

/** Scotland and Wales publish separate layers for rivers and for the sea. */
function sourceOf({ file }: AreaFeature): Record<string, string> {
  const [river, sea] = [/rivers?|fluvial/i, /(?<![a-z])sea(?![a-z])|coastal/i].map((name) =>
    name.test(file.replaceAll('_', ' ')),
  );
  return river === sea ? {} : { flood_source: river ? 'river' : 'sea' };
}

/** Matches whole words only: `Highland`, `Lowestoft` and `flow` state no likelihood. */
const LIKELIHOOD = /(?<![a-z])(very[ _-]?low|high|medium|low)(?![a-z])/i;

/** The publisher's likelihood, from a column or, if each likelihood has its own layer, from the layer's name. */
function bandOf(feature: AreaFeature): { band: string | null; level: AreaLevel | null } {
  const band =
    feature.get('risk_band', 'prob_4band', 'risk', 'probability', 'likelihood', 'prob') ??
    LIKELIHOOD.exec(feature.file.replace(/([a-z])([A-Z])/g, '$1 $2'))?.[1] ??
    null;
  const word = band?.toLowerCase().replace(/[^a-z]+/g, '_') ?? '';
  const level = /very_low/.test(word)
    ? 'very_low'
    : /(^|_)(high|h)(_|$)/.test(word)
      ? 'high'
      : /(^|_)(medium|m)(_|$)/.test(word)
        ? 'medium'
        : /(^|_)(low|l)(_|$)/.test(word)
          ? 'low'
          : null;
  return { band, level };
}

/**
 * Recognises layers that are published beside the likelihood of any flooding today: flooding to a depth
 * (`rofsw_4band_0_2m_depth`), a speed or a hazard rating, in a future climate (`rofrs_cc01_4band`), and the extents of
 * single floods.
 */
function otherOf(feature: AreaFeature): string | null {
  const named = `${feature.file} ${feature.get('layer') ?? ''}`.toLowerCase();
  if (/climate|(^|[^a-z])cc(p?\d+)?([^a-z0-9]|$)|(^|[^a-z])future/.test(named))
    return 'flooding in a future climate';
  if (/depth|(^|[^0-9])\d[._]\dm([^a-z]|$)/.test(named)) return 'flooding to a given depth';
  // Scotland calls its maps of the likelihood hazard maps.
  if (/rofsw.*hazard|hazard[ _-]?(rating|\d)|speed|velocity/.test(named))
    return 'speed or hazard of flooding';
  if (/flood[ _-]?(zones?|map[ _-]for[ _-]planning)([^a-z]|$)/.test(named))
    return 'zones for planning, not risk';
  return /defended/.test(named) ? 'extents of single floods' : null;
}

/**
 * Risk of flooding from rivers and sea, and from surface water: England (Environment Agency, `rofrs_4band` and
 * `rofsw_4band`, column risk_band, stray points among the polygons), Wales (Natural Resources Wales, Flood Risk
 * Assessment Wales, column risk), Scotland (SEPA flood maps, a layer for each likelihood).
 */
export const floodRisk = {
  kind: kindOf,
  other: otherOf,
  band: bandOf,
  graded: true as const,
  named: sourceOf,
  filePerLayer: /./,
  widest: ['low', 'very_low'] as AreaLevel[],
  attributes: ['flood_source', 'source', 'suitability', 'confidence'],
  extent: 'nation' as const,
};
