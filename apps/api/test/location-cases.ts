import { sandboxFacts } from '@domesday/sandbox';

const facts = sandboxFacts();
export const HOMES = { England: facts.house, Wales: facts.welshHouse, Scotland: facts.scottishFlat };
export type Nation = keyof typeof HOMES;
const NATIONS = Object.keys(HOMES) as Nation[];
const INPUTS = ['uprn', 'postcode', 'sector', 'outcode', 'circle', 'polygon'] as const;

/** The made-up home of a nation as each kind of location. */
export function inputOf(nation: Nation, input: (typeof INPUTS)[number]): string {
  const { uprn, postcode, latitude: lat, longitude: lng } = HOMES[nation];
  const ring = [
    [-0.02, -0.012],
    [0.02, -0.012],
    [0.02, 0.012],
    [-0.02, 0.012],
    [-0.02, -0.012],
  ].map(([x, y]) => [lng + x!, lat + y!]);
  return {
    uprn: `uprn=${uprn}`,
    postcode: `postcode=${encodeURIComponent(postcode)}`,
    sector: `postcode=${encodeURIComponent(postcode.slice(0, -2))}`,
    outcode: `outcode=${postcode.split(' ')[0]}`,
    circle: `lat=${lat}&lng=${lng}&radius_m=1500`,
    polygon: `polygon=${encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))}`,
  }[input];
}
export const CASES = NATIONS.flatMap((nation) => INPUTS.map((input) => [nation, input] as const));
