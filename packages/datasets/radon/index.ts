import { entryOf } from '@domesday/files/values';
import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/** Share of homes at or above the action level, by class of the indicative atlas. */
const CLASSES = {
  '1': { band: 'less than 1 % of homes', level: 'very_low' },
  '2': { band: '1 to 3 % of homes', level: 'low' },
  '3': { band: '3 to 5 % of homes', level: 'medium' },
  '4': { band: '5 to 10 % of homes', level: 'high' },
  '5': { band: '10 to 30 % of homes', level: 'high' },
  '6': { band: '30 % of homes or more', level: 'high' },
} as const;

const COLUMNS = ['class_max', 'class', 'radon_class', 'rad_class', 'max_class'];

/**
 * Indicative atlas of radon in Great Britain (UK Health Security Agency and British Geological Survey): squares
 * of one kilometre, each with the highest class of the ground in it.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  recognised_by: { columns: COLUMNS },
  kind: () => 'radon',
  band: (feature) => {
    const found = feature.get(...COLUMNS);
    const known = entryOf<(typeof CLASSES)[keyof typeof CLASSES]>(
      CLASSES,
      (found ?? '').replace(/\.0+$/, ''),
    );
    return known ?? { band: found, level: null };
  },
  graded: true,
  everywhere: true,
  columns: { reference: ['tile', 'tile_name', 'grid_ref', 'km_square', 'square'], name: [] },
  extent: 'nation',
});
