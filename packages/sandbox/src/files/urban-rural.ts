import { type SmallArea, smallAreas } from '../country/areas.ts';
import type { Country } from '../country/model.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const NAMES = {
  UN1: 'Urban: Nearer to a major town or city',
  RSF1: 'Smaller rural: Further from a major town or city',
} as const;

/** Urban and rural small areas: ONS's classes in England and Wales, the eight-fold ones in Scotland. */
export function urbanRural(country: Country): DatasetFiles[] {
  const areas = smallAreas(country);
  const rural = (area: SmallArea): boolean => area.homes < 150;
  const south: Row[] = areas
    .filter((area) => area.nation !== 'Scotland')
    .map((area) => {
      const code = rural(area) ? 'RSF1' : 'UN1';
      return [area.code, area.name, code, NAMES[code], rural(area) ? 'Rural' : 'Urban'];
    });
  const north: Row[] = areas
    .filter((area) => area.nation === 'Scotland')
    .map((area) => [area.code, rural(area) ? 2 : 1, rural(area) ? 6 : 2]);
  const header = ['LSOA21CD', 'LSOA21NM', 'RUC21CD', 'RUC21NM', 'Urban_rural_flag'];
  return [
    oneFile(
      'urban-rural',
      'urban-rural/LSOA21_RUC21_EW_LU.csv',
      `\uFEFF${csv([header, ...south])}`,
      south.length,
    ),
    oneFile(
      'urban-rural',
      'urban-rural/datazone2011_urban_rural_2020.csv',
      csv([['DataZone', 'UrbanRural2fold2020', 'UrbanRural8fold2020'], ...north]),
      north.length,
    ),
  ];
}
