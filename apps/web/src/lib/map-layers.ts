/** The layers of the map in the order of their switches. */
export interface Shown {
  id: string;
  name: string;
  from_zoom: number;
  /** The layer is hidden from this zoom on. */
  to_zoom?: number;
  /** Colour in the legend: a custom property of the style sheet. */
  key: string;
  form: 'dot' | 'area' | 'line';
}

export const SHOWN: Shown[] = [
  { id: 'prices', name: 'Median price', from_zoom: 4, to_zoom: 15, key: '--price-3', form: 'area' },
  { id: 'sales', name: 'Sales', from_zoom: 14, key: '--series-2', form: 'dot' },
  { id: 'designations', name: 'Designations', from_zoom: 9, key: '--series-3', form: 'area' },
  { id: 'flood', name: 'Flood zones', from_zoom: 11, key: '--map-flood', form: 'area' },
  { id: 'schools', name: 'Schools', from_zoom: 10, key: '--series-5', form: 'dot' },
  { id: 'stops', name: 'Stops', from_zoom: 13, key: '--series-4', form: 'dot' },
  { id: 'parcels', name: 'Plots', from_zoom: 15, key: '--muted', form: 'line' },
  { id: 'homes', name: 'Homes', from_zoom: 16, key: '--ink', form: 'dot' },
];

/** The deepest zoom for which a layer has tiles; deeper zooms draw the same tiles. */
export const deepestOf = (id: string): number => (id === 'prices' ? 12 : 16);

/** Upper bounds of the price classes, pounds; the last is open. */
export const PRICE_CLASSES = [150_000, 250_000, 350_000, 500_000];

const median = (per: number): unknown[] => ['round', ['/', ['get', 'median'], per]];

/** Map expression for the text of a median price: in thousands, or in millions from a million on. */
export const MEDIAN_TEXT: unknown[] = [
  'case',
  ['<', ['get', 'median'], 999_500],
  ['concat', '£', median(1000), 'k'],
  ['concat', '£', ['/', median(10_000), 100], 'm'],
];
