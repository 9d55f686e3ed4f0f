import { airQualityAreas } from '../air-quality-areas/index.ts';
import { brmaBoundaries } from '../brma-boundaries/index.ts';
import { coalMining } from '../coal-mining/index.ts';
import { coastalErosion } from '../coastal-erosion/index.ts';
import { floodRiskEngland, floodRiskScotland, floodRiskWales } from '../flood-risk/index.ts';
import { floodZonesEngland, floodZonesWales } from '../flood-zones/index.ts';
import { historicLandfill, historicLandfillWales } from '../historic-landfill/index.ts';
import { inspirePolygons } from '../inspire-polygons/index.ts';
import { noise, noiseScotland, noiseWales } from '../noise/index.ts';
import { planningData } from '../planning-data/index.ts';
import { radon } from '../radon/index.ts';

/** Every dataset of areas, by its identifier. */
export const areaModules = {
  'planning-data': planningData,
  'flood-zones-england': floodZonesEngland,
  'flood-zones-wales': floodZonesWales,
  'flood-risk-england': floodRiskEngland,
  'flood-risk-wales': floodRiskWales,
  'flood-risk-scotland': floodRiskScotland,
  'historic-landfill': historicLandfill,
  'historic-landfill-wales': historicLandfillWales,
  radon,
  'coal-mining': coalMining,
  noise,
  'noise-wales': noiseWales,
  'noise-scotland': noiseScotland,
  'air-quality-areas': airQualityAreas,
  'coastal-erosion': coastalErosion,
  'inspire-polygons': inspirePolygons,
  'brma-boundaries': brmaBoundaries,
};
