import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { strategicNoise } from '@domesday/loading/kinds/areas/noise';
import { source } from './source.ts';

export const dataset = areaDataset({ id: source.id, countries: source.countries, ...strategicNoise });
