import { sandboxSamples } from '@domesday/sandbox';

const samples = sandboxSamples();
export const HOMES = { England: samples.house, Wales: samples.welshHouse, Scotland: samples.scottishFlat };
export type Nation = keyof typeof HOMES;
const NATIONS = Object.keys(HOMES) as Nation[];
const INPUTS = ['uprn', 'postcode', 'sector', 'outcode', 'circle', 'polygon'] as const;

interface Home {
  uprn: number;
  postcode: string;
  latitude: number;
  longitude: number;
}

/** A made-up home as each kind of location, as parameters of a body. */
export function locationsOf({ uprn, postcode, latitude: lat, longitude: lng }: Home, radius_m = 1500) {
  const ring = [
    [-0.02, -0.012],
    [0.02, -0.012],
    [0.02, 0.012],
    [-0.02, 0.012],
    [-0.02, -0.012],
  ].map(([east, north]) => [lng + east!, lat + north!]);
  return {
    uprn: { uprn: String(uprn) },
    postcode: { postcode },
    sector: { postcode: postcode.slice(0, -2) },
    outcode: { outcode: postcode.split(' ')[0]! },
    circle: { lat, lng, radius_m },
    polygon: { polygon: { type: 'Polygon', coordinates: [ring] } },
  };
}

/** The same as query strings. */
export function locationQueriesOf(home: Home, radius_m?: number): Record<(typeof INPUTS)[number], string> {
  const queries = Object.entries(locationsOf(home, radius_m)).map(([input, parameters]) => {
    const query = Object.entries(parameters).map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    });
    return [input, query.join('&')];
  });
  return Object.fromEntries(queries);
}

export function inputOf(nation: Nation, input: (typeof INPUTS)[number]): string {
  return locationQueriesOf(HOMES[nation])[input];
}
export const CASES = NATIONS.flatMap((nation) => INPUTS.map((input) => [nation, input] as const));
