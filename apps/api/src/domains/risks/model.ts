import type { Schema } from '@domesday/contract';

export type RiskType = Schema<'RiskType'>;
export type RiskLevel = Schema<'RiskLevel'>;
type Country = Schema<'Country'>;

export const RISK_TYPES: RiskType[] = [
  'flood_rivers_sea',
  'flood_surface_water',
  'coastal_erosion',
  'radon',
  'coal_mining',
  'historic_landfill',
  'noise',
  'air_quality',
];

interface Layer {
  dataset: string;
  /** Prefix of the kinds of area that belong to the type. */
  kind: string;
  /** Kinds that must all cover a place before the answer can be that there is no risk. */
  parts?: string[];
  /** Kinds of a higher level that lie within the parts. If one of them is not covered, a lower level is uncertain. */
  within_parts?: string[];
  /** True for a map that classes every place: a place in none of its areas is then a gap in the map. */
  everywhere?: true;
}

const everywhere = (dataset: string, kind: string) => {
  const layer: Layer = { dataset, kind };
  return { England: layer, Wales: layer, Scotland: layer };
};

const ATLAS: Layer = { dataset: 'radon', kind: 'radon', everywhere: true };
const RADON = { England: ATLAS, Wales: ATLAS, Scotland: ATLAS };
const COAL: Layer = {
  dataset: 'coal-mining',
  kind: 'coal-',
  parts: ['coal-reporting-area'],
  within_parts: ['coal-development-high-risk'],
};
const NOISE = { kind: 'noise-', parts: ['noise-road', 'noise-rail'] };

/** The map of each type of risk in each nation. A nation that is missing has no open national map. */
export const LAYERS: Record<RiskType, Partial<Record<Country, Layer>>> = {
  flood_rivers_sea: {
    England: { dataset: 'flood-risk-england', kind: 'flood-rivers-sea' },
    Wales: { dataset: 'flood-risk-wales', kind: 'flood-rivers-sea' },
    Scotland: { dataset: 'flood-risk-scotland', kind: 'flood-rivers-sea' },
  },
  flood_surface_water: {
    England: { dataset: 'flood-risk-england', kind: 'flood-surface-water' },
    Wales: { dataset: 'flood-risk-wales', kind: 'flood-surface-water' },
    Scotland: { dataset: 'flood-risk-scotland', kind: 'flood-surface-water' },
  },
  coastal_erosion: { England: { dataset: 'coastal-erosion', kind: 'coastal-erosion' } },
  radon: RADON,
  coal_mining: { England: COAL, Wales: COAL, Scotland: COAL },
  historic_landfill: {
    England: { dataset: 'historic-landfill', kind: 'historic-landfill' },
    Wales: { dataset: 'historic-landfill-wales', kind: 'historic-landfill' },
  },
  noise: {
    England: { dataset: 'noise', ...NOISE },
    Wales: { dataset: 'noise-wales', ...NOISE },
    Scotland: { dataset: 'noise-scotland', ...NOISE },
  },
  air_quality: everywhere('air-quality-areas', 'air-quality-'),
};

export const SPATIAL_BASIS: Partial<Record<RiskType, 'grid_1km'>> = { radon: 'grid_1km' };

const ORDER: RiskLevel[] = ['none', 'very_low', 'low', 'medium', 'high'];

export function rankOf(level: RiskLevel | null): number {
  return level === null ? -1 : ORDER.indexOf(level);
}

interface Range {
  min: number | null;
  max: number | null;
}

/**
 * Yearly chance of flooding in each band, per cent. England: Environment Agency, Risk of Flooding from Rivers and Sea,
 * 1 in 30, 1 in 100, 1 in 1,000. Wales: Natural Resources Wales, the same, but 1 in 200 for the lower end of medium by
 * the sea; its layers mix both. Scotland: SEPA, about 1 in 10, 1 in 200, 1 in 1,000.
 */
const CHANCES: Record<Country, Partial<Record<RiskLevel, Range>>> = {
  England: {
    high: { min: 3.3, max: null },
    medium: { min: 1, max: 3.3 },
    low: { min: 0.1, max: 1 },
    very_low: { min: null, max: 0.1 },
  },
  Wales: {
    high: { min: 3.3, max: null },
    medium: { min: 0.5, max: 3.3 },
    low: { min: 0.1, max: 1 },
    very_low: { min: null, max: 0.1 },
  },
  Scotland: {
    high: { min: 10, max: null },
    medium: { min: 0.5, max: 10 },
    low: { min: 0.1, max: 0.5 },
  },
};

export function chanceOf(type: RiskType, country: Country, level: RiskLevel | null): Range | null {
  if (!type.startsWith('flood_') || level === null) return null;
  return CHANCES[country][level] ?? null;
}
