/** A square of grid metres, given its lower left corner; made up. */
export function square(x: number, y: number, size: number): number[][][] {
  return [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ];
}

export const feature = (properties: object, coordinates: unknown, type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});

/** A GeoJSON collection in British National Grid. */
export const collection = (features: unknown[], more: object = {}) => ({
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::27700' } },
  ...more,
  features,
});
