import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { floodRisk } from '@domesday/loading/kinds/areas/flood-risk';
import { source } from './source.ts';

export const dataset = areaDataset({ id: source.id, countries: source.countries, ...floodRisk });
