import type { Schema } from '@domesday/contract';

export type DesignationType = Schema<'DesignationType'>;

/** Kinds under which publishers and operators load the areas of each designation, all in planning-data. */
export const KINDS: Record<DesignationType, string[]> = {
  conservation_area: ['conservation-area'],
  listed_building: ['listed-building-outline', 'listed-building'],
  scheduled_monument: ['scheduled-monument'],
  green_belt: ['green-belt'],
  area_of_outstanding_natural_beauty: ['area-of-outstanding-natural-beauty', 'national-landscape', 'aonb'],
  site_of_special_scientific_interest: ['site-of-special-scientific-interest', 'sssi'],
  ancient_woodland: ['ancient-woodland'],
  tree_preservation_order: ['tree-preservation-zone', 'tree-preservation-order', 'tree'],
};
export const DESIGNATION_TYPES = Object.keys(KINDS) as DesignationType[];
export const ALL_KINDS = Object.values(KINDS).flat();
export const DATASET = 'planning-data';

/** Radius of the search for the nearest area, metres. */
export const WITHIN_M = 5000;

const TYPES = new Map(DESIGNATION_TYPES.flatMap((type) => KINDS[type].map((kind) => [kind, type] as const)));

export function typeOfKind(kind: string): DesignationType {
  return TYPES.get(kind)!;
}
