import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ring = [
  [1.47, 53.88],
  [1.5, 53.88],
  [1.5, 53.9],
  [1.47, 53.9],
  [1.47, 53.88],
];
const polygon = { type: 'Polygon', coordinates: [ring] };
const high = { type: 'Polygon', coordinates: [ring.map((position) => [...position, 12.5])] };
const bbox = [1.47, 53.88, 1.5, 53.9];
const crs = (name: string) => ({ crs: { type: 'name', properties: { name } } });
const feature = { type: 'Feature', id: 7, properties: { name: 'a park' }, geometry: polygon };
const collection = (...features: object[]) => ({ type: 'FeatureCollection', name: 'areas', features });

type Asked = { status: number; figure: unknown; error: { code: string; message: string } | undefined };
type Ask = (polygon: unknown) => Promise<Asked>;

const units = [{ type: 'terraced', bedrooms: 3, count: 4 }];
const ways: Record<string, Ask> = {
  'a query': async (given) => {
    const path = `/prices/market?polygon=${encodeURIComponent(JSON.stringify(given))}`;
    const { status, body } = await api.call(path);
    return { status, figure: body.price, error: body.error };
  },
  'a body': async (given) => {
    const { status, body } = await api.call('/valuations/development-gdv', {
      body: { polygon: given, units },
    });
    return { status, figure: body.gdv, error: body.error };
  },
  'a line of a batch': async (given) => {
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const body = JSON.stringify({ polygon: given });
    const { text } = await api.call('/batch?operation=prices.market', { body, headers });
    const line = JSON.parse(text);
    return { status: line.status, figure: line.body?.price, error: line.error };
  },
  'a row of a batch': async (given) => {
    const headers = { 'Content-Type': 'text/csv' };
    const body = `polygon\n"${JSON.stringify(given).replaceAll('"', '""')}"`;
    const { text } = await api.call('/batch?operation=prices.market', { body, headers });
    const line = JSON.parse(text);
    return { status: line.status, figure: line.body?.price, error: line.error };
  },
  'the homes of a polygon': async (given) => {
    const { status, body } = await api.call('/properties/within?count=true', { body: { polygon: given } });
    return { status, figure: body.total, error: body.error };
  },
  'the area of a job': async (given) => {
    const body = { operation: 'properties.get', area: { polygon: given }, quote: true };
    const answer = await api.call('/jobs', { body });
    return { status: answer.status, figure: answer.body.items, error: answer.body.error };
  },
};

describe.each(Object.entries(ways))('as %s', (_, ask) => {
  it.each(
    Object.entries({
      'with altitudes': high,
      'with a bbox': { ...polygon, bbox },
      'with the system of GeoJSON': { ...polygon, ...crs('urn:ogc:def:crs:OGC:1.3:CRS84') },
      'with that of older files': { ...polygon, ...crs('EPSG:4326') },
      'in a Feature': { ...feature, bbox, geometry: { ...high, bbox } },
      'in a FeatureCollection of one': { ...collection(feature), ...crs('urn:ogc:def:crs:OGC:1.3:CRS84') },
      'with a hole that is a point': { ...polygon, coordinates: [ring, Array(4).fill([1.485, 53.89])] },
      'as a multipolygon of one': { type: 'MultiPolygon', coordinates: high.coordinates.map((one) => [one]) },
    }),
  )('answers for a polygon %s as for the plain polygon', async (_, given) => {
    const alone = await ask(polygon);
    expect([alone.status, alone.figure]).toEqual([200, expect.anything()]);
    expect(await ask(given)).toEqual(alone);
  });

  it.each(
    Object.entries({
      'EPSG::27700': { ...polygon, ...crs('urn:ogc:def:crs:EPSG::27700') },
      'EPSG:3857': { ...collection({ ...feature, ...crs('EPSG:3857') }) },
      '2 features': collection(feature, feature),
      '0 features': collection(),
      'without a geometry': { ...feature, geometry: null },
    }),
  )('refuses a polygon and names the reason: %s', async (told, given) => {
    const { status, error } = await ask(given);
    expect([status, error?.code]).toEqual([422, 'geometry_invalid']);
    expect(error?.message).toContain(told);
  });

  it('refuses other geometries and invalid coordinates', async () => {
    const line = { type: 'LineString', coordinates: ring };
    for (const given of [
      line,
      { ...feature, geometry: line },
      { ...polygon, coordinates: [[[1, 2, 3, 4, 5]]] },
      5,
    ])
      expect([400, 422]).toContain((await ask(given)).status);
  });
});
