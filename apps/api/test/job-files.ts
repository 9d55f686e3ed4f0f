import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetNotes, readParquet } from '@domesday/files/tables/parquet';
import type { TestApi } from '@domesday/testing/api';
import { expect } from 'vitest';
import { bareRow, flatLine, type Line } from './flat-lines.ts';

/** The same lines as GeoJSON and as GeoParquet, read back. */
export async function expectFiles(api: TestApi, id: string, lines: Line[]) {
  const { body: geojson, headers } = await api.call(`/jobs/${id}/results`, {
    key: api.testKey,
    headers: { accept: 'application/geo+json' },
  });
  expect(headers.get('content-type')).toContain('application/geo+json');
  const placed = lines.map(({ body }) => (body?.location ? [body.location.lng, body.location.lat] : null));
  expect(placed.some((at) => at !== null)).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  const features: any[] = geojson.features;
  expect(features.map(({ geometry }) => geometry?.coordinates ?? null)).toEqual(placed);
  const flat = lines.map((line) => bareRow(flatLine(line)));
  expect(features.map(({ properties }) => bareRow(properties))).toEqual(flat);
  const response = await fetch(`${api.url}/jobs/${id}/results?format=parquet`, {
    headers: { authorization: `Bearer ${api.testKey}` },
  });
  const path = join(tmpdir(), `domesday-${id}.parquet`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const sources = lines.flatMap(({ body }) =>
    body.meta.sources.map((source: string) => source.split(' ')[0]!),
  );
  const named = (licences: { sources: string[] }[]) => licences.flatMap((one) => one.sources).sort();
  const all = [...new Set<string>(sources)].sort();
  expect(named(geojson.licences)).toEqual(all);
  expect(named(JSON.parse(headers.get('x-licences')!))).toEqual(all);
  expect(named(JSON.parse((await parquetNotes(path)).get('licences')!))).toEqual(all);
  const notice = await api.call(`/jobs/${id}/notice`);
  expect(notice.headers.get('content-type')).toContain('text/plain');
  for (const name of all) expect(notice.text).toContain(name);
  const rows: Record<string, unknown>[] = [];
  for await (const some of readParquet(path)) rows.push(...some.map(({ values }) => values));
  await rm(path);
  // The reader makes points of the values only if the file has the metadata of GeoParquet.
  const points = placed.map((at) => at && { type: 'Point', coordinates: at });
  expect(rows.map(({ geometry }) => geometry)).toEqual(points);
  const bareRows = rows.map(({ geometry: _, ...row }) => bareRow(row));
  expect(bareRows).toEqual(flat);
  // A number of the contract is a number in the file, so that it can be summed.
  for (const name of ['index', 'status', 'credits', 'habitable_rooms', 'location_lat'])
    expect(new Set(rows.map((row) => typeof (row[name] ?? 0)))).toEqual(new Set(['number']));
}
