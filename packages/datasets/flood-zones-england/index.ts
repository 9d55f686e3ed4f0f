import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { floodZones } from '@domesday/loading/kinds/areas/flood-zones';
import { source } from './source.ts';

export const dataset = areaDataset({ id: source.id, countries: source.countries, ...floodZones });
