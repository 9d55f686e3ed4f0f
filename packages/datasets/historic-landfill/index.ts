import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { historicLandfill } from '@domesday/loading/kinds/areas/historic-landfill';
import { source } from './source.ts';

export const dataset = areaDataset({ id: source.id, countries: source.countries, ...historicLandfill });
